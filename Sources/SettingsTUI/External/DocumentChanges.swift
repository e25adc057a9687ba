import Settings

/// The changes that a document makes to the draft, setting by setting.
struct DocumentChanges {
  /// What a document says about the settings that it doesn't have.
  enum Scope {
    /// They have their defaults.
    case all
    /// Nothing: they stay as they are.
    case present
  }

  let values: [StagedValue]
  /// The problems of the document by itself.
  let problems: [FormProblem]

  /// Why a document can't be read.
  struct Unreadable: Error {
    let sentence: String
  }

  /// Reads a document.
  ///
  /// - Parameter isIncluded: Whether the document may change a setting.
  @MainActor
  init(
    _ bytes: [UInt8], _ scope: Scope, _ core: EditorCore, isIncluded: (FormSetting) -> Bool
  ) throws(Unreadable) {
    let document: JSONDocument
    do throws(JSONParseError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw Unreadable(sentence: "\(error)")
    }
    guard document.root.kind == .object else {
      throw Unreadable(
        sentence: "\(document.root.position): The document must be an object with all settings.")
    }
    problems = core.validator.problems(in: document)
    let root = document.root.value
    let model = core.model
    values = core.index.settings.compactMap { entry -> StagedValue? in
      guard isIncluded(entry.setting) else { return nil }
      switch scope {
      case .all:
        let new = root.value(at: entry.path)
        let old = model.isSet(entry.path) ? model.value(at: entry.path) : nil
        return new == old ? nil : StagedValue(entry, new)
      case .present:
        guard let new = root.value(of: entry), new != model.value(at: entry.path) else { return nil }
        return StagedValue(entry, new)
      }
    }
  }
}
