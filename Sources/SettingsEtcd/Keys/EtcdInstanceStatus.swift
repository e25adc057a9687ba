import Settings
import SettingsJSON

/// The status that a running instance of an app reports.
public struct EtcdInstanceStatus: Hashable, Sendable {
  /// Whether an instance works with its settings.
  public enum Health: String, CaseIterable, Hashable, Sendable {
    /// The instance hasn't reported its health yet.
    case starting
    /// The instance works with its settings.
    case healthy
    /// The instance doesn't work with its settings, for the reason in ``EtcdInstanceStatus/reason``.
    case unhealthy
  }

  /// A random ID, which the instance keeps until it ends.
  public let id: String
  /// The name for people, such as that of the machine.
  public let name: String
  /// The identity of the content that the instance uses, or refuses to use; `nil` if it hasn't reported yet.
  public internal(set) var revision: Revision?
  /// Whether the instance works with that content.
  public internal(set) var health = Health.starting
  /// Why the instance doesn't work with the content; may be empty.
  public internal(set) var reason = ""

  init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Reads a value. Without a valid health in the value, the instance is `starting`.
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
