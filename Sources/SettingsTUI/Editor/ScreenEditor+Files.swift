import Settings
import SettingsSystem

extension ScreenEditor {
  func load(_ path: String) -> [EditorEffect] { [.read(path: EnvironmentVariables.expandingHome(path))] }

  /// Handles a file that was read to load its values into the draft, or why it can't be read.
  func finishReading(_ path: String, _ result: Result<[UInt8], DocumentChanges.Unreadable>) -> [EditorEffect]
  {
    guard outcome == nil else { return [] }
    let actions: [EditorAction]
    do throws(DocumentChanges.Unreadable) {
      actions = [.pop] + (try LoadedFile(path, try result.get(), core).actions)
    } catch {
      // The path stays in its field.
      actions = [.say(.init(error.sentence, .problem))]
    }
    defer { updateScreens() }
    return actions.flatMap(perform)
  }

  /// Handles the names that complete a path, or why they can't be read.
  func finishListing(
    _ beginning: PathBeginning, _ result: Result<FolderListing, SystemError>
  ) -> [EditorEffect] {
    guard outcome == nil else { return [] }
    switch result {
    case .success(let listing): return send(.completion(PathCompletion(beginning, listing)))
    case .failure(let error):
      let folder = beginning.folder.isEmpty ? "This folder" : beginning.folder
      context.message = .init("\(folder) can't be read: \(error).", .problem)
      return []
    }
  }

  func save(_ path: String) -> [EditorEffect] {
    do throws(JSONEditError) {
      return [.write(try core.copy(to: path))]
    } catch {
      context.message = .cannotSave(error)
      return []
    }
  }

  /// Handles the outcome of writing the draft to another file.
  func finishWriting(_ copy: DraftCopy, _ outcome: DraftCopy.Outcome) -> [EditorEffect] {
    guard self.outcome == nil else { return [] }
    switch outcome {
    case .written(let isPrivate):
      _ = perform(.pop)
      context.message = .saved(copy, isPrivate: isPrivate)
      return []
    case .taken:
      var replacing = copy
      replacing.existing = .replaced
      return ask(
        "Replace the file?", "\(copy.path) exists already. Its content will be lost.",
        [.init("Replace", key: "r", [.replace(replacing)], loses: true), .init("Cancel", key: "c")])
    case .failed(let sentence):
      context.message = .init(sentence, .problem)
      return []
    }
  }
}
