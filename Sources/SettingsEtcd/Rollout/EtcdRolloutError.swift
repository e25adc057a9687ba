import Settings
import SettingsForm

/// Why a rollout stops.
public enum EtcdRolloutError: Error, Hashable, Sendable {
  /// An instance refuses the changes.
  case vetoed(instance: String, reason: String)
  /// Instances didn't answer within the time limit.
  case silent(instances: [String], limit: Duration)
  /// Another apply was being voted on during the whole time limit.
  case busy
  /// The candidate ended during the vote, because this process had no connection for too long.
  case interrupted
  /// An instance doesn't work with the new content.
  case unhealthy(instance: String, reason: String)
  /// Instances haven't reported within the time limit that they use the new content and are healthy.
  case notHealthy(instances: [String], limit: Duration)
  /// The task was canceled.
  case canceled
  /// etcd doesn't reply, or refuses a request.
  case storage(RemoteStorageError)

  init(_ error: EtcdError) {
    self = .storage(error.remote)
  }
}

extension EtcdRolloutError: CustomStringConvertible {
  /// One sentence that describes the error and what to do.
  public var description: String {
    switch self {
    case .vetoed(let instance, let reason): "\(instance): \(reason)"
    case .silent(let instances, let limit):
      "\(instances.sorted().joined(separator: ", ")) didn't answer within \(limit.words); restart what doesn't respond, and try again."
    case .busy: "another apply is being voted on; try again."
    case .interrupted: "the connection to etcd was lost during the vote, so nothing was changed; try again."
    case .unhealthy(let instance, let reason):
      "\(instance) isn't healthy with the changes" + (reason.isEmpty ? "." : ": \(reason)")
    case .notHealthy(let instances, let limit):
      "\(instances.sorted().joined(separator: ", ")) didn't become healthy with the changes within \(limit.words)."
    case .canceled: "it was canceled"
    case .storage(let error): error.reason
    }
  }
}
