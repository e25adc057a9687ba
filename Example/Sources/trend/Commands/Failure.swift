/// Why a command failed.
struct Failure: Error {
  /// The exit codes, with the numbers of `sysexits.h`.
  enum Code: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case inputOutput = 74
  }

  var code: Code
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension Failure: CustomStringConvertible {
  /// One sentence for people. A problem in a file starts with its name and line, in the format of compilers.
  var description: String {
    switch code {
    case .usage: "trend: \(message). Try `trend --help`."
    case .badData: message
    case .noInput, .unavailable, .inputOutput: "trend: \(message)"
    }
  }
}
