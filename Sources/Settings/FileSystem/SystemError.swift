#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The call's name, as in section 2 of the manual.
  public let call: String
  /// The error number, as in `errno(3)`.
  public let code: Int32

  /// Makes an error of a call's name and an error number.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

extension SystemError: CustomStringConvertible {
  /// The system's words for the error number.
  public var description: String {
    String(cString: strerror(code))
  }
}

extension SystemError {
  /// Whether the call failed because there is nothing of that name.
  var isAbsence: Bool { code == ENOENT }
}
