import SettingsEditing
import SettingsSystem

/// Asks for the path of a file to load into the draft, or to save it to. The path can be completed.
struct FilePathScreen: Screen, LinePage {
  /// Whether the draft is saved to the file; otherwise the file is loaded.
  private let saves: Bool
  var line = LineEditor()
  /// The names to choose from, after a completion that added nothing; `nil` after the next key.
  private var completion: PathCompletion?

  let keyContext = KeyContext.filePath

  init(saves: Bool) {
    self.saves = saves
  }

  var name: String { saves ? "Save to another file" : "Load a file" }

  private var explanation: String {
    saves
      ? "The settings with all staged changes are written; nothing is applied. Type the path of the new file."
      : "Each value in the file that differs from the draft is staged; all other settings stay as they are. Type the path of a "
        + "JSON file, such as a preset."
  }

  /// There are no rows to move through: Tab completes the path, or lists the names that are possible.
  nonisolated static let keys = PageKeys<FilePathScreen>(
    "The path",
    [
      .accept("Accept the path") { page, context in
        page.completion = nil
        if page.line.isEmpty { return [.problem("Type a path.")] }
        // The path stays in its field if something is wrong.
        return page.saves ? page.save(context.core) : page.load(context.core)
      }, .complete("Complete the path") { page, _ in page.complete() }, .leave(),
    ], .line, editor: KeyMap.besideText)

  /// The file is read at once: a preset is small, and a person waits for it anyway. More than 64 MB are refused.
  private func load(_ core: EditorCore) -> [EditorAction] {
    do throws(Refusal) {
      return [.pop] + (try LoadedFile(reading: line.text, core: core).actions)
    } catch {
      return [.problem(error.reason)]
    }
  }

  /// Writes nothing itself: the editor has to ask first if there is such a file.
  private func save(_ core: EditorCore) -> [EditorAction] {
    do throws(JSONEditError) {
      return [.write(try core.copy(to: line.text))]
    } catch {
      return [.say(.cannotSave(error))]
    }
  }

  mutating func lineChanged(_ context: ScreenContext) { completion = nil }

  /// Only the text before the caret is completed, as in shells.
  private mutating func complete() -> [EditorAction] {
    completion = nil
    let beginning = PathBeginning(String(line.characters[..<line.caret]))
    do throws(SystemCallError) {
      return take(PathCompletion(beginning, listing: try beginning.listing()))
    } catch {
      let folder = beginning.folder.isEmpty ? "This folder" : beginning.folder
      return [.problem("\(folder) can't be read: \(error).")]
    }
  }

  /// Inserts what completes the path that was typed, or shows the names that do.
  mutating func take(_ completion: PathCompletion) -> [EditorAction] {
    line.insert(completion.addition)
    if completion.isEmpty { return [.problem("No file or folder has a path that starts like this.")] }
    if completion.addition.isEmpty { self.completion = completion }
    return []
  }

  func page(_ context: ScreenContext) -> PlainPage { PlainPage(lines: [explanation], prompt: "Path: ") }

  mutating func draw(in frame: inout Frame, _ context: ScreenContext) {
    let screen = frame.area
    let width = min(screen.width - 2, 76)
    // A narrow window has no room for a problem in its last line.
    let problem = context.message.flatMap { $0.role == .problem ? $0.text : nil }
    let lines =
      completion.map {
        candidateLines($0, columns: width - 4, atMost: screen.height - 5, glyphs: frame.glyphs)
      }
      ?? frame.glyphs.visible.wrap(problem ?? explanation, columns: width - 4)
    let box = Rect(x: 0, y: 0, width: screen.width, height: screen.height - 1)
    var inner = frame.drawBox(box.centered(width: width, height: lines.count + 4), title: name)
    frame.dropTargets()
    let field = inner.removeBottom(1)
    frame.draw(lines.map { [Span($0, role: problem == nil ? .text : .problem)] }, in: inner)
    frame.drawHints(
      keyContext, context: context)
    // The field is drawn last, which leaves the cursor in it.
    frame.drawField(line, x: field.x, y: field.y, columns: field.width)
  }

  /// Returns the names to choose from in columns, row by row, and how many don't fit.
  private func candidateLines(
    _ completion: PathCompletion, columns: Int, atMost height: Int, glyphs: Glyphs
  ) -> [String] {
    let names = completion.candidates
    let widest = names.reduce(1) { max($0, glyphs.visible.width(of: $1)) }
    let width = min(columns, widest + 2)
    let perLine = max(1, columns / width)
    let rows = max(1, min(height - 1, Self.mostLines))
    let shown = names.prefix(rows * perLine)
    var lines = stride(from: 0, to: shown.count, by: perLine).map { start in
      shown[start..<min(start + perLine, shown.count)].map { name in
        let cut = glyphs.visible.truncate(name, columns: width == columns ? columns : width - 2)
        return glyphs.visible.pad(cut, columns: width)
      }.joined()
    }
    let others = names.count - shown.count + completion.furtherCount
    if completion.isCut {
      lines.append("The folder has too many names to complete the path.")
    } else if others > 0 {
      lines.append("\(glyphs.dash) and \(others) more")
    }
    return lines
  }

  private static let mostLines = 10
}

/// The beginning of a path that a user types: a folder, and the first letters of a name in it.
///
///     typed      folder    name
///     /etc/pa    /etc/     pa
///     ~/a        ~/        a        the home folder is read
///     a          (empty)   a        the current folder is read
///     a/         a/        (empty)  every visible name in a completes it
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
