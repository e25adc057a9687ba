import Settings
import SettingsSystem

/// Asks for the path of a file to load into the draft, or to save it to. The path can be completed.
struct FilePathScreen: Screen {
  /// Whether the draft is saved to the file; otherwise the file is loaded.
  private let saves: Bool
  private var line = LineEditor()
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

  mutating func perform(_ command: Command, in context: ScreenContext) -> [EditorAction]? {
    completion = nil
    switch command {
    case .back: return [.pop]
    case .complete: return complete()
    case .accept:
      guard !line.isEmpty else { return [.problem("Type a path.")] }
      // The path stays in its field if something is wrong.
      return saves ? save(context.core) : load(context.core)
    default:
      _ = line.perform(command)
      return []
    }
  }

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

  mutating func insert(_ text: String, in context: ScreenContext) -> [EditorAction] {
    completion = nil
    line.insert(text)
    return []
  }

  /// Only the text before the caret is completed, as in shells.
  private mutating func complete() -> [EditorAction] {
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
      keyContext, context: context, in: Rect(x: 0, y: screen.maxY - 1, width: screen.width, height: 1))
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
