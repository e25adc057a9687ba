import Foundation
import Settings

extension Review {
  /// The values that the apply stores.
  func values() throws -> PollerSettings {
    let text = candidate.map { String(decoding: $0, as: UTF8.self) }
    return try SettingsStore<PollerSettings>(storage: MemoryStorage(text), hooks: nil, refresh: .manual).saved
  }
}

extension [PollerSettings.Target] {
  /// Reads a value of the setting `targets`.
  init(json: JSONValue) throws {
    var storage = JSONObject()
    storage["targets"] = json
    let store = try SettingsStore<PollerSettings>(
      storage: MemoryStorage(JSONValue.object(storage).description), hooks: nil, refresh: .manual)
    self = store.saved.targets
  }
}
