public import Settings
import SettingsJSON

/// What a running instance of an app says about itself.
public struct EtcdInstanceStatus: Hashable, Sendable {
  /// Whether an instance works with its settings.
  public enum Health: String, CaseIterable, Hashable, Sendable {
    /// It isn't known yet.
    case starting
    /// It works with them.
    case healthy
    /// It doesn't work with them; `reason` says why.
    case unhealthy
  }

  /// A random ID, which the instance keeps until it ends.
  public let id: String
  /// The name for people, such as that of the machine.
  public let name: String
  /// The content that the health is about: what the instance uses, or what it refuses to use; `nil` if it has said nothing yet.
  public internal(set) var revision: Revision?
  /// Whether the instance works with that content.
  public internal(set) var health = Health.starting
  /// Why it doesn't; may be empty.
  public internal(set) var reason = ""

  init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Reads a value. A status that can't be read is that of an instance that has said nothing.
  init(id: String, _ value: [UInt8]) {
    let object = JSONObject(parsing: value) ?? [:]
    self.init(id: id, name: object["name"]?.text ?? id)
    revision = object["revision"]?.text.flatMap { Revision($0) }
    health = object["health"]?.text.flatMap { Health(rawValue: $0) } ?? .starting
    reason = object["reason"]?.text ?? ""
  }

  var value: [UInt8] {
    var object: JSONObject = ["name": .string(name), "health": .string(health.rawValue)]
    object["revision"] = revision.map { .string($0.description) }
    if !reason.isEmpty { object["reason"] = .string(reason) }
    return JSONValue.object(object).bytes()
  }
}
