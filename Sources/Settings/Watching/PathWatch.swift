import SettingsSystem

/// A watch on everything that decides what a reader of a path gets: the folders and links of the path, and the file.
///
/// A folder is watched before a name in it is looked up. Hence a change of the name comes either before the look, which
/// sees it, or after, and then an event is waiting. The next folder's path is resolved again when it is watched, but if
/// that led elsewhere than the looks before, one of their names has changed since, and an event is waiting. So, by
/// induction from the first folder (the root or the current folder, which no name leads to), after a walk either the
/// watches are on the folders that the path goes through, or an event calls for the next walk. No change is lost
/// in between, and walks need no comparison and no retry.
///
/// A caller that reads after each `true`, and once after the initializer, has read what is there as soon as all events
/// are handled: the walk before the `true` has set all watches, so that every change after the read has its event.
///
/// What the system can't watch (too many watches, a folder that may be searched but not read, a system without inotify)
/// is compared from time to time: as long as `isComplete` is false, `poll()` is to be called every few seconds. This
/// misses nothing but a content that comes and goes between two calls.
///
/// A mount on top of a folder of the path, a change that another host makes on a network file system, and a new current
/// folder of the process cause no event. They are seen at the next walk.
struct PathWatch: Sendable {
  private let path: String
  private let siblings: @Sendable (String) -> [String]
  private let calls: WatchCalls
  /// Readable while events are waiting; `nil` while the system has none.
  private(set) var inotify: Inotify?
  private var table = WatchTable()
  private var trail: PathTrail?
  /// Whether everything is watched.
  private(set) var isComplete = false
  /// Whether the next poll signals in any case: after a change the file can change again within one tick of
  /// its time stamps.
  private var isSignalDue = true

  init(_ path: String, siblings: @escaping @Sendable (String) -> [String], calls: WatchCalls = WatchCalls()) {
    self.path = path
    self.siblings = siblings
    self.calls = calls
    walk()
  }

  /// Handles some of the waiting events, and says whether a reader may get something else than before.
  ///
  /// Other names in the folders cost a look into a table.
  mutating func handleEvents() -> Bool {
    guard let inotify else { return false }
    var news = WatchTable.News.nothing
    for event in inotify.nextEvents() { news = max(news, table.news(of: event)) }
    if news == .way { walk() }
    return news != .nothing
  }

  /// Looks at everything again, and says whether a reader may get something else than at the last look.
  mutating func poll() -> Bool {
    let old = trail
    walk()
    let hasChanged = trail != old
    defer { isSignalDue = hasChanged }
    // What was written between the look and the watch that has now come about has no event.
    return hasChanged || isSignalDue || isComplete
  }

  private mutating func walk() {
    if inotify == nil { inotify = calls.open() }
    var newTable = WatchTable()
    var isComplete = true
    trail = PathTrail(following: path, siblings: siblings) { place in
      if !watch(place, &newTable) { isComplete = false }
      return PathEntry(at: place)
    }
    for watch in table.watches.subtracting(newTable.watches) { inotify?.remove(watch) }
    table = newTable
    self.isComplete = isComplete
  }

  /// Watches a place; `false` if its changes have to be looked for.
  private func watch(_ place: PathTrail.Place, _ table: inout WatchTable) -> Bool {
    guard let inotify else { return false }
    do throws(SystemError) {
      let watch =
        switch place {
        case .name(_, let folder), .names(let folder): try calls.add(inotify, folder.bytes, .folder)
        case .content(let name, let folder): try calls.add(inotify, folder.path(of: name), .file)
        }
      table.add(watch, for: place)
      return true
    } catch {
      // It was removed since its name was looked up, so there is an event.
      if error.isMissingPath { return true }
      return switch place {
      // What can't be read has no reader. A new mode is an event in the folder.
      case .names, .content: error.isDenied
      case .name: false
      }
    }
  }
}
