/// How a command ended, by the numbers of `sysexits.h`.
enum ExitStatus: Int32 {
  case done = 0
  /// Invalid, vetoed, in conflict or stale.
  case refused = 1
  case usage = 64
  /// The document or the form can't be read as such.
  case dataError = 65
  case noInput = 66
  /// There is no terminal.
  case unavailable = 69
  case cannotCreate = 73
  case ioError = 74
  /// Locked; try again.
  case temporaryFailure = 75
}
