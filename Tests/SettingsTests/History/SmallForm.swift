import Testing

@testable import Settings

/// A form of two settings, and stores of it on whatever keeps them: a number `a`, and a secret string `b`.
///
/// For tests that are about storing and not about values.
enum SmallForm {
  static let a: SettingPath = ["a"]
  static let b: SettingPath = ["b"]

  static let index: FormIndex? = {
    let source = #"""
      {"type": "object", "properties": {
        "a": {"type": "integer", "title": "A", "default": 0, "minimum": 0},
        "b": {"type": "string", "title": "B", "default": "", "writeOnly": true}}}
      """#
    return (try? FormSchema(written: Array(source.utf8))).map { FormIndex($0) }
  }()

  /// A store on a storage.
  static func store(
    on storage: any SettingsStorage, form: FormIndex? = index, participants: [any SettingsParticipant] = [],
    refresh: SettingsRefreshPolicy = .manual, environment: StoreEnvironment = .system
  ) throws -> StoreEngine {
    try StoreEngine(
      form: StoreForm(#require(form)), layers: SettingsLayers(storage: storage),
      participants: participants, hooks: nil, options: StoreOptions(refresh: refresh),
      environment: environment,
      check: nil)
  }

  /// A store of a document in memory.
  static func store(_ text: String? = nil) throws -> (StoreEngine, MemoryStorage) {
    let storage = MemoryStorage(text)
    return (try store(on: storage), storage)
  }
}

extension StoreEngine {
  /// Stages one value and applies it, the shortest way to a new version.
  @discardableResult
  func set(
    _ path: SettingPath, _ value: JSONValue, _ options: ApplyOptions = ApplyOptions()
  ) async throws(ApplyError) -> ApplyOutcome {
    var draft = draft()
    draft.stage([StagedValue(index[path]!, value: value)])
    return try await apply(draft, options: options)
  }
}

/// Long enough for any test.
let anHour = ApplyOptions(confirmWithin: .seconds(3_600))
/// Over as soon as it is applied.
let noTime = ApplyOptions(confirmWithin: .zero)
