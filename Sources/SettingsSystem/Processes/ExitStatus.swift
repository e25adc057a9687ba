/// The exit status of a program, numbered as in `sysexits.h`.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The input is invalid, or the changes are vetoed, in conflict or stale.
  case refused = 1
  case usage = 64
  /// The document or the form is malformed.
  case dataError = 65
  case noInput = 66
  /// There is no terminal.
  case unavailable = 69
  case cannotCreate = 73
  case ioError = 74
  /// Something is locked or unreachable; try again.
  case temporaryFailure = 75
}
