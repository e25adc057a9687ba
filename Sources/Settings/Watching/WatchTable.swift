import SettingsSystem

/// What is of interest at each watch of a trail.
struct WatchTable: Sendable {
  /// What an event means for the trail; each includes the one before.
  enum News: Comparable {
    case nothing
    /// There may be something new at the same places.
    case content
    /// The path may lead elsewhere.
    case way
  }

  private struct Interest {
    var names: Set<FolderPath.Name> = []
    /// Whether every name that appears or disappears is of interest.
    var isInAllNames = false
  }

  private var interests: [Int32: Interest] = [:]

  /// The watches, in no order.
  var watches: Set<Int32> { Set(interests.keys) }

  /// Adds an interest; one folder can have several, by the same path or by different ones.
  mutating func add(_ watch: Int32, for place: PathTrail.Place) {
    switch place {
    case .name(let name, _): interests[watch, default: Interest()].names.insert(name)
    case .names: interests[watch, default: Interest()].isInAllNames = true
    // A file's events have no names.
    case .content: interests[watch, default: Interest()].names = []
    }
  }

  /// What an event means, and forgets a watch that has ended.
  mutating func news(of event: WatchEvent) -> News {
    if event.kinds.contains(.overflow) { return .way }
    // Without interest: the watch was removed while the event was waiting.
    guard let interest = interests[event.watch] else { return .nothing }
    if event.kinds.contains(.ended) { interests[event.watch] = nil }
    if !event.kinds.isDisjoint(with: [.gone, .ended]) { return .way }
    guard let name = event.name else { return event.kinds == .content ? .content : .way }
    if interest.names.contains(name) { return .way }
    // Attributes don't count, or a lock file that each reader opens would make readers signal one another.
    return interest.isInAllNames && event.kinds.contains(.names) ? .content : .nothing
  }
}
