import SettingsSystem

/// What matters at each watch of a trail, and what an event there means.
///
/// Two files in one folder share a watch, since inotify has one for each folder. The table says which names in it matter, so a busy folder
/// such as `/tmp` costs a lookup for each event and no walk.
struct WatchTable: Sendable {
  /// What an event changes for a reader of the path. Each case includes the previous case.
  enum Effect: Comparable {
    case nothing
    /// There can be new content at the same places.
    case content
    /// The path may lead to other places.
    case path
  }

  /// What matters at one watch: some names in the folder, or all files in it, or, without either, the watched file itself.
  private struct Interest {
    var names: Set<FolderPath.Name> = []
    /// Whether every name that appears or disappears matters, and the content of every file in the folder.
    var isInAllFiles = false
  }

  private var interests: [Int32: Interest] = [:]

  /// The watches, in no particular order.
  var watches: Set<Int32> { Set(interests.keys) }

  /// Adds a place to a watch. A watched folder can have several places, of one path or of several.
  mutating func add(_ watch: Int32, for place: PathTrail.Place) {
    switch place {
    case .name(let name, _): interests[watch, default: Interest()].names.insert(name)
    case .files: interests[watch, default: Interest()].isInAllFiles = true
    // A file's events have no names.
    case .content: if interests[watch] == nil { interests[watch] = Interest() }
    }
  }

  /// Returns the effect of an event. Removes a watch that has ended. An event that isn't known to be harmless leads to another walk.
  mutating func effect(of event: WatchEvent) -> Effect {
    if event.kinds.contains(.overflow) { return .path }
    // The watch was removed while the event was waiting.
    guard let interest = interests[event.watch] else { return .nothing }
    if event.kinds.contains(.ended) { interests[event.watch] = nil }
    if !event.kinds.isDisjoint(with: [.gone, .ended]) { return .path }
    guard let name = event.name else { return event.kinds == .content ? .content : .path }
    if interest.names.contains(name) { return .path }
    guard interest.isInAllFiles else { return .nothing }
    // Hidden files aren't read, but a hidden link can lead to the folder that the files are in.
    let isHidden = name.first == UInt8(ascii: ".")
    return !isHidden || event.kinds.contains(.names) ? .content : .nothing
  }
}
