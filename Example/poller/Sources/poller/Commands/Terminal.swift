import Foundation

/// The standard streams.
enum Terminal {
  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  static func complain(_ sentence: String) {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
  }

  /// Prints a failure and ends the program.
  static func fail(_ failure: Failure) -> Never {
    complain(failure.description)
    exit(failure.code.rawValue)
  }
}
