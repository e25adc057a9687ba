import SettingsSystem

/// The calls that begin a watch. Tests can make them fail.
struct WatchCalls: Sendable {
  var open: @Sendable () -> Inotify? = { Inotify() }
  var add: @Sendable (Inotify, [UInt8], Inotify.Target) throws(SystemError) -> Int32 = {
    inotify, path, target throws(SystemError) in try inotify.add(path, as: target)
  }
}
