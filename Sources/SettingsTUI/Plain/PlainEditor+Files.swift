import Settings
import SettingsSystem

/// Other files: their values are loaded into the draft, and the draft is saved to them.
extension PlainEditor {
  /// Reads a file to stage its values.
  func load(_ path: String) -> PlainAnswer {
    PlainAnswer(text: "", prompt: "", effect: .read(path: EnvironmentVariables.expandingHome(path)))
  }

  /// Saves the settings with the staged changes to another file.
  func save(to path: String) -> PlainAnswer {
    do throws(JSONEditError) {
      return PlainAnswer(text: "", prompt: "", effect: .write(try core.copy(to: path)))
    } catch {
      return ask(.cannotSave(error))
    }
  }

  /// Handles a file that was read to load its values, or why it can't be read. What can be staged is staged.
  func finishReading(_ path: String, _ result: Result<[UInt8], DocumentChanges.Unreadable>) -> PlainAnswer {
    do throws(DocumentChanges.Unreadable) {
      let file = try LoadedFile(path, try result.get(), core)
      guard !file.values.isEmpty || !file.members.isEmpty else {
        return ask(file.remarks.isEmpty ? [file.nothingNew.text] : file.remarks, listing: false)
      }
      if !file.members.isEmpty {
        do throws(StoreError) {
          try keepingPlace { () throws(StoreError) in try core.list(file.members.map(\.path)) }
        } catch {
          return ask(["\(error)"], listing: false)
        }
      }
      let message = core.perform(.stage(file.values + core.staged(file.members)))
      return ask(file.remarks + [message?.text].compactMap(\.self), listing: false)
    } catch {
      return ask([error.sentence], listing: false)
    }
  }

  /// Handles the outcome of saving the draft to another file.
  func finishWriting(_ copy: DraftCopy, _ outcome: DraftCopy.Outcome) -> PlainAnswer {
    switch outcome {
    case .written(let isPrivate): return ask(.saved(copy, isPrivate: isPrivate))
    case .taken:
      questions.append(.replace(copy))
      return ask([])
    case .failed(let sentence): return ask([sentence], listing: false)
    }
  }

  /// Handles the answer to whether a file is replaced.
  func takeReplace(_ word: String, _ copy: DraftCopy) -> PlainAnswer {
    questions.removeLast()
    guard ["y", "yes"].contains(word.lowercased()) else { return ask(["The file is as before."]) }
    var replacing = copy
    replacing.existing = .replaced
    return PlainAnswer(text: "", prompt: "", effect: .write(replacing))
  }
}
