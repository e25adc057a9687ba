/// The exit status of a command, numbered as in `sysexits.h`.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The changes are invalid, vetoed, in conflict or stale.
  case refused = 1
  case usage = 64
  /// The document or the form is malformed.
  case dataError = 65
  case noInput = 66
  /// There is no terminal.
  case unavailable = 69
  case cannotCreate = 73
  case ioError = 74
  /// Locked; try again.
  case temporaryFailure = 75
}
