import Settings
import SettingsJSON

/// The status that a running instance of an app reports: what it is called, which content it uses, and whether that works.
///
/// ``EtcdStorage/instances()`` returns the status of each instance that is registered now:
///
/// ```swift
/// for instance in try storage.instances() {
///   print("\(instance.name): \(instance.health)")  // web-3: healthy
///   if instance.health == .unhealthy { print(instance.reason) }
/// }
/// ```
///
/// An instance reports with ``EtcdInstance/report(_:with:reason:)``. Its status disappears when it ends, or when its lease does. In etcd it
/// is JSON: `{"name":"web-3","health":"healthy","revision":"…"}`.
///
/// It is a value of one moment. To wait until all instances work with new content, call ``EtcdStorage/waitForHealth(with:within:)``.
public struct EtcdInstanceStatus: Hashable, Sendable {
  /// Whether an instance works with its settings, as it has reported.
  ///
  /// An instance is ``starting`` until it reports something else. ``EtcdStorage/waitForHealth(with:within:)`` waits for ``healthy``, and
  /// fails at once for ``unhealthy``.
  ///
  /// The raw values are stored in etcd. A value that this version doesn't know counts as ``starting``.
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
  /// The identity of the content that the instance uses, or refuses to use; `nil` if it hasn't reported yet. Compare it with
  /// `store.untyped.revision`.
  public internal(set) var revision: SettingsRevision?
  /// Whether the instance works with that content.
  public internal(set) var health = Health.starting
  /// Why the instance doesn't work with the content, for people; may be empty.
  public internal(set) var reason = ""

  init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Reads a value. Nothing in it is required: a status is for people, so a member that is missing or malformed gets its default, and the
  /// instance is `starting` without a valid health. Without a name, its ID is shown.
  init(id: String, _ value: [UInt8]) {
    let object = JSONObject(parsing: value) ?? [:]
    self.init(id: id, name: object["name"]?.text ?? id)
    revision = object["revision"]?.text.flatMap { SettingsRevision($0) }
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
