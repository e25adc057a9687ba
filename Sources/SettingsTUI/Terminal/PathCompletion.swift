import SettingsSystem

/// The beginning of a path that a person types: a folder, and the first letters of a name in it.
struct PathBeginning: Hashable, Sendable {
  /// The folder as it is typed, with the slash at its end; empty for the current folder.
  let folder: String
  /// The first letters of the name.
  let name: String

  /// Splits typed text after its last slash.
  init(_ typed: String) {
    let start = typed.utf8.lastIndex(of: UInt8(ascii: "/")).map { typed.utf8.index(after: $0) }
    folder = String(typed[..<(start ?? typed.startIndex)])
    name = String(typed[(start ?? typed.startIndex)...])
  }

  /// The path of the folder to read.
  var folderPath: String { folder.isEmpty ? "." : EnvironmentVariables.expandingHome(folder) }

  /// Whether a name begins like the typed one. A hidden name has to be typed from its dot on.
  func accepts(_ candidate: String) -> Bool {
    candidate.utf8.starts(with: name.utf8) && (candidate.utf8.first != UInt8(ascii: ".") || !name.isEmpty)
  }

  /// Reads the names that can complete the path.
  func listing() throws(SystemError) -> FolderListing {
    try FolderListing(ofFolder: folderPath, where: accepts)
  }
}

/// The completion of a path: text to insert, or names to choose from.
struct PathCompletion: Hashable, Sendable {
  /// The text after the typed beginning; empty if nothing is certain.
  private(set) var addition = ""
  /// The names to choose from, folders with a slash; empty if there is only one.
  private(set) var candidates: [String] = []
  /// The number of further names.
  private(set) var furtherCount = 0
  /// Whether the folder has more names than were read. Then nothing is certain.
  let isCut: Bool

  /// The number of names to choose from that are kept.
  static let mostCandidates = FolderListing.mostFolders

  /// Completes the beginning of a path as shells do: adds the longest beginning that all names share. A single name is completed,
  /// and the name of a folder gets a slash.
  ///
  /// Cost: linear in the number of names.
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

  /// Whether no name begins like the typed one.
  var isEmpty: Bool { addition.isEmpty && candidates.isEmpty }
}
