/// Why a command failed.
struct Failure: Error {
  /// The exit codes: those of `sysexits.h`, and 3 for a service that isn't running (LSB).
  enum Code: Int32 {
    case refused = 1
    case notRunning = 3
    case usage = 64
    case badData = 65
    case unavailable = 69
    case alreadyRunning = 75
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension Failure: CustomStringConvertible {
  var description: String {
    switch code {
    case .usage: "poller: \(message). Try `poller --help`."
    case .badData: message
    default: "poller: \(message)"
    }
  }
}
