import SettingsSystem

/// The beginning of a path that a user types: a folder, and the first letters of a name in it.
///
///     typed      folder    name
///     /etc/pa    /etc/     pa
///     ~/a        ~/        a        the home folder is read
///     a          (empty)   a        the current folder is read
///     a/         a/        (empty)  every visible name in a completes it
///
/// It is a request of a screen: reading the folder is an effect that ``EditorSession`` performs, and the result comes back as a
/// ``PathCompletion``.
struct PathBeginning: Hashable, Sendable {
  /// The folder as it is typed, with the slash at its end; empty for the current folder. It stays as it is: `~/` isn't replaced in the
  /// field.
  let folder: String
  let name: String

  /// Splits typed text after its last slash.
  init(_ typed: String) {
    let start = typed.utf8.lastIndex(of: UInt8(ascii: "/")).map { typed.utf8.index(after: $0) }
    folder = String(typed[..<(start ?? typed.startIndex)])
    name = String(typed[(start ?? typed.startIndex)...])
  }

  /// The path of the folder to read: `~/x/` in the home folder, and the current folder for a name alone.
  var folderPath: String { folder.isEmpty ? "." : EnvironmentVariables.expandingHome(folder) }

  /// Whether a name begins like the typed one, byte by byte: `grü` doesn't accept a name with a combining diaeresis, because its bytes
  /// would have to be changed. A hidden name has to be typed from its dot on.
  func accepts(_ candidate: String) -> Bool {
    candidate.utf8.starts(with: name.utf8) && (candidate.utf8.first != UInt8(ascii: ".") || !name.isEmpty)
  }

  /// Reads the names that can complete the path. Throws if the folder doesn't exist or can't be read; the screen shows the reason.
  func listing() throws(SystemCallError) -> FolderListing {
    try FolderListing(ofFolder: folderPath, where: accepts)
  }
}

/// The completion of a path: text to insert, or names to choose from.
///
///     typed     names                            addition   candidates
///     pre       preset.json                      set.json   (none)
///     pre       presets/                         sets/      (none)
///     p         preset-a.json, preset-b.json     reset-     both
///     preset-   preset-a.json, preset-b.json     (empty)    both
struct PathCompletion: Hashable, Sendable {
  /// The text after the typed beginning; empty if nothing is certain, or if several names differ in their next letter.
  private(set) var addition = ""
  /// The names to choose from, folders with a slash; empty if there is only one. At most ``mostCandidates``; `furtherCount` is the number
  /// of others.
  private(set) var candidates: [String] = []
  private(set) var furtherCount = 0
  /// Whether the folder has more names than were read (``FolderListing/mostNames``). Then nothing is certain, and nothing is added.
  let isCut: Bool

  /// The number of names to choose from that are kept. Only of these is it known whether they are folders.
  static let mostCandidates = FolderListing.mostFolders

  /// Completes the beginning of a path as shells do: adds the longest beginning that all names share. A single name is completed, and the
  /// name of a folder gets a slash.
  ///
  /// The shared beginning is found by scalars, not by bytes: of `grün` and `grüß`, it is `grü` and not half a letter. Cost: linear in the
  /// number of names.
  init(_ beginning: PathBeginning, listing: FolderListing) {
    isCut = listing.isCut
    // As in shells, the home folder and the folder above are complete names of folders.
    if beginning.name == ".." || beginning.name == "~" && beginning.folder.isEmpty && listing.names.isEmpty {
      addition = "/"
      return
    }
    let names = listing.names.filter(beginning.accepts)
    guard let first = names.first else { return }
    if !isCut {
      let shared = names.dropFirst().reduce(first.unicodeScalars[...]) { shared, name in
        Substring.UnicodeScalarView(zip(shared, name.unicodeScalars).prefix { $0 == $1 }.map(\.0))
      }
      let rest = shared.dropFirst(beginning.name.unicodeScalars.count)
      addition = String(String.UnicodeScalarView(rest))
      if names.count == 1, listing.folders.contains(first) { addition += "/" }
    }
    guard names.count > 1 || isCut else { return }
    candidates = names.prefix(Self.mostCandidates).map { listing.folders.contains($0) ? $0 + "/" : $0 }
    furtherCount = names.count - candidates.count
  }

  /// Whether no name begins like the typed one, or the only one is typed completely.
  var isEmpty: Bool { addition.isEmpty && candidates.isEmpty }
}
