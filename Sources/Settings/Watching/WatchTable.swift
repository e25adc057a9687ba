import SettingsSystem

/// What matters at each watch of a trail.
struct WatchTable: Sendable {
  /// What an event means for the trail. Each case includes the previous one.
  enum News: Comparable {
    case nothing
    /// There may be new content at the same places.
    case content
    /// The path may lead to other places.
    case way
  }

  private struct Interest {
    var names: Set<FolderPath.Name> = []
    /// Whether every name that appears or disappears matters, and the content of every file in the folder.
    var isInAllFiles = false
  }

  private var interests: [Int32: Interest] = [:]

  /// The watches, in no particular order.
  var watches: Set<Int32> { Set(interests.keys) }

  /// Adds a place to a watch. One folder can have several, by the same path or by different ones.
  mutating func add(_ watch: Int32, for place: PathTrail.Place) {
    switch place {
    case .name(let name, _): interests[watch, default: Interest()].names.insert(name)
    case .files: interests[watch, default: Interest()].isInAllFiles = true
    // A file's events have no names.
    case .content: if interests[watch] == nil { interests[watch] = Interest() }
    }
  }

  /// Returns what an event means. Removes a watch that has ended.
  mutating func news(of event: WatchEvent) -> News {
    if event.kinds.contains(.overflow) { return .way }
    // The watch was removed while the event was waiting.
    guard let interest = interests[event.watch] else { return .nothing }
    if event.kinds.contains(.ended) { interests[event.watch] = nil }
    if !event.kinds.isDisjoint(with: [.gone, .ended]) { return .way }
    guard let name = event.name else { return event.kinds == .content ? .content : .way }
    if interest.names.contains(name) { return .way }
    guard interest.isInAllFiles else { return .nothing }
    // Hidden files aren't read, but a hidden link can lead to the folder that the files are in.
    let isHidden = name.first == UInt8(ascii: ".")
    return !isHidden || event.kinds.contains(.names) ? .content : .nothing
  }
}
