/// What the process tells its caller, as `sysexits.h` numbers it.
public enum ExitCode: Int32, Sendable {
  /// All is done.
  case done = 0
  /// The sources have errors, or an output is out of date.
  case refused = 1
  /// The command line makes no sense.
  case usage = 64
  /// There is nothing to read.
  case noInput = 66
  /// Reading or writing failed.
  case inputOutput = 74
}
