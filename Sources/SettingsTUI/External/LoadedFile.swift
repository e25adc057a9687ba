import Settings
import SettingsSystem

/// Another file whose values a person loads into the draft, such as a preset.
@MainActor
struct LoadedFile {
  /// The valid values that differ from those of the draft.
  let values: [StagedValue]
  /// The members that the form doesn't list yet.
  let members: [ChangedMember]
  /// What isn't staged, in sentences.
  let remarks: [String]
  private let path: String

  init(_ path: String, _ bytes: [UInt8], _ core: EditorCore) throws(DocumentChanges.Unreadable) {
    self.path = path
    let found: DocumentChanges
    do throws(DocumentChanges.Unreadable) {
      found = try DocumentChanges(bytes, .present, core) { !$0.traits.contains(.skipped) }
    } catch {
      throw DocumentChanges.Unreadable(sentence: "\(path): \(error.sentence)")
    }
    var values: [StagedValue] = []
    var locked: [String] = []
    var wrong: [String] = []
    for staged in found.values {
      if staged.entry.setting.traits.contains(.readOnly) {
        locked.append(staged.path.description)
      } else if let value = staged.value,
        let error = core.problems(of: value, at: ValuePlace(staged.entry)).first(where: {
          $0.severity == .error
        })
      {
        wrong.append("\(staged.path): \(error.message)")
      } else {
        values.append(staged)
      }
    }
    let unknown = found.refused.map { path in
      (found.problems.first { $0.path == path }?.shownPath ?? path).description
    }
    self.values = values
    members = found.members
    remarks =
      Self.remark(wrong, "1 value is invalid", "values are invalid")
      + Self.remark(unknown, "The form doesn't know 1 key", "keys are unknown to the form")
      + Self.remark(locked, "1 setting is read-only", "settings are read-only")
  }

  /// The actions that follow from the values: they are staged as one step, after a question if something can't be staged.
  var actions: [EditorAction] {
    let count = values.count + members.count
    guard !remarks.isEmpty else { return [count == 0 ? .say(nothingNew) : .stage(values, members)] }
    let staging = Question.Button(
      "Stage the other \(Phrase.count(count, "value"))", key: "s", [.stage(values, members)])
    return [
      .open(
        .question(
          Question(
            name: "Load a file", text: "\(path): \(remarks.joined(separator: " "))",
            buttons: (count == 0 ? [] : [staging]) + [.init("Cancel", key: "c")])))
    ]
  }

  /// Says that the file has nothing to stage.
  var nothingNew: Message { Message("\(path) has no other values than the draft.", .secondary) }

  private static func remark(_ items: [String], _ one: String, _ many: String) -> [String] {
    guard !items.isEmpty else { return [] }
    let shown = items.prefix(3).map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    let others = items.count - shown.count
    let list = shown.joined(separator: "; ") + (others > 0 ? "; and \(others) more" : "")
    return ["\(items.count == 1 ? one : "\(items.count) \(many)"): \(list)."]
  }

  /// Reads a file; throws a sentence about why it can't be read.
  nonisolated static func read(_ path: String) throws(DocumentChanges.Unreadable) -> [UInt8] {
    let files = POSIXFileSystem()
    do throws(SystemError) {
      let status = try files.resolvedStatus(atPath: path)
      if status.kind == .file, status.size <= mostBytes { return try files.readFile(atPath: path) }
      if status.kind == .file { throw SystemError.tooLarge }
    } catch {
      throw DocumentChanges.Unreadable(sentence: "\(path) can't be read: \(error).")
    }
    throw DocumentChanges.Unreadable(sentence: "\(path) isn't a regular file.")
  }

  private nonisolated static let mostBytes = 64 << 20
}
