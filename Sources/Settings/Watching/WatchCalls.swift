import SettingsSystem

/// The calls that begin a watch, which tests can let fail.
struct WatchCalls: Sendable {
  var open: @Sendable () -> Inotify? = { Inotify() }
  var add: @Sendable (Inotify, [UInt8], Inotify.Target) throws(SystemError) -> Int32 = {
    inotify, path, target throws(SystemError) in try inotify.add(path, as: target)
  }
}
