/// Why the program ends without having done what it was asked to do.
struct Failure: Error {
  /// The exit codes, as sysexits.h numbers them.
  enum Code: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
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
  /// One sentence for people; what is wrong with a file begins with its name and line, as compilers have it.
  var description: String {
    switch code {
    case .usage: "trend: \(message). Try `trend --help`."
    case .badData: message
    case .noInput, .inputOutput: "trend: \(message)"
    }
  }
}
