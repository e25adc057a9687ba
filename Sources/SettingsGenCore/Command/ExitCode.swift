/// The exit status of the process, numbered as in `sysexits.h`.
package enum ExitCode: Int32, Sendable {
  /// Success.
  case done = 0
  /// The sources have errors, or an output is out of date.
  case refused = 1
  /// The command line isn't valid.
  case usage = 64
  /// There is nothing to read.
  case noInput = 66
  /// Reading or writing failed.
  case inputOutput = 74
}
