import SettingsSystem

/// A watch on everything that decides what a reader of some paths gets: the folders and links of each path, and the file.
///
/// A folder is watched before a name in it is looked up. So a change of the name happens either before the look, which sees it,
/// or after it, and then an event is waiting.
///
/// The next folder's path is resolved again when it is watched. If that leads to another folder than the looks before, one of
/// the names has changed since, and an event is waiting. The first folder is the root or the current folder, which no name
/// leads to. So, by induction, after a walk either the watches are on the folders that the path leads through, or an event
/// requires another walk. No change is lost in between, and walks need no comparison and no retry.
///
/// A caller that reads after each `true`, and once after the initializer, has read the current content as soon as all events are handled:
/// the walk before the `true` has set all watches, and every change after the read has its event.
///
/// Some things can't be watched: too many watches, a folder that can be searched but not read, a system without inotify. They are compared
/// from time to time instead: while `isComplete` is false, call `poll()` every few seconds. This misses only content that comes and goes
/// between two calls.
///
/// Some changes cause no event: a mount on top of a folder of the path, a change by another host on a network file system, and
/// a new current folder of the process. They are seen at the next walk.
struct PathWatch: Sendable {
  private let paths: [String]
  private let calls: WatchCalls
  /// Readable while events are waiting; `nil` while the system has none.
  private(set) var inotify: Inotify?
  private var table = WatchTable()
  private var trails: [PathTrail] = []
  /// Whether everything is watched. If not, the caller polls, which finds most changes later.
  private(set) var isComplete = false
  /// Whether the next poll signals even if it finds no change. Within one tick of the file system's clock, a file can change again and keep
  /// its time stamps, so a poll soon after a change may miss the next change.
  private var isSignalDue = true

  init(_ paths: [String], calls: WatchCalls = WatchCalls()) {
    self.paths = paths
    self.calls = calls
    walk()
  }

  /// Handles some of the waiting events; returns whether a reader may get different content than before.
  ///
  /// An event for another name in the folders costs a lookup in a table.
  mutating func handleEvents() -> Bool {
    guard let inotify else { return false }
    var effect = WatchTable.Effect.nothing
    for event in inotify.nextEvents() { effect = max(effect, table.effect(of: event)) }
    if effect == .path { walk() }
    return effect != .nothing
  }

  /// Looks at everything again; returns whether a reader may get different content than at the last look. Cost: a status for each name of
  /// the paths.
  mutating func poll() -> Bool {
    let old = trails
    walk()
    let hasChanged = trails != old
    defer { isSignalDue = hasChanged }
    // If this walk has set the last missing watch, a write between the previous look and the start of that watch has no event.
    return hasChanged || isSignalDue || isComplete
  }

  private mutating func walk() {
    if inotify == nil { inotify = calls.open() }
    var newTable = WatchTable()
    var isComplete = true
    trails = paths.map { path in
      PathTrail(following: path) { place in
        if !watch(place, into: &newTable) { isComplete = false }
        return PathEntry(at: place)
      }
    }
    for watch in table.watches.subtracting(newTable.watches) { inotify?.remove(watch) }
    table = newTable
    self.isComplete = isComplete
  }

  /// Watches a place; returns `false` if its changes have to be polled. A place that nobody can read needs no watch: a change of its mode
  /// is an event in its folder.
  private func watch(_ place: PathTrail.Place, into table: inout WatchTable) -> Bool {
    guard let inotify else { return false }
    do throws(SystemCallError) {
      let watch =
        switch place {
        case .name(_, let folder): try calls.add(inotify, folder.bytes, .folder)
        case .files(let folder): try calls.add(inotify, folder.bytes, .files)
        case .content(let name, let folder): try calls.add(inotify, folder.path(of: name), .file)
        }
      table.add(watch, for: place)
      return true
    } catch {
      // It was removed after its name was looked up, so there is an event.
      if error.isMissingPath { return true }
      return switch place {
      // A file that can't be read has no reader. A change of its mode is an event in the folder.
      case .files, .content: error.isDenied
      case .name: false
      }
    }
  }
}

/// The calls that begin a watch. Tests can make them fail.
struct WatchCalls: Sendable {
  var open: @Sendable () -> Inotify? = { Inotify() }
  var add: @Sendable (Inotify, [UInt8], Inotify.Target) throws(SystemCallError) -> Int32 = {
    inotify, path, target throws(SystemCallError) in try inotify.add(path, as: target)
  }
}
