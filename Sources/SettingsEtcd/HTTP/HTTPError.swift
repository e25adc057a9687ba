/// A request without a reply.
enum HTTPError: Error, Hashable, Sendable {
  /// The system's HTTP library can't be used; the reason.
  case noLibrary(String)
  /// The reply didn't arrive in time.
  case timedOut(mayHaveArrived: Bool)
  /// The connection failed; the library's reason.
  case failed(String, mayHaveArrived: Bool)
  /// ``HTTPConnection/cancel()`` was called.
  case canceled

  /// Whether the server may have received the request.
  var mayHaveArrived: Bool {
    switch self {
    case .noLibrary: false
    case .timedOut(let mayHaveArrived), .failed(_, let mayHaveArrived): mayHaveArrived
    case .canceled: true
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// A part of a sentence.
  var description: String {
    switch self {
    case .noLibrary(let reason): reason
    case .timedOut: "no reply in time"
    case .failed(let reason, _): reason
    case .canceled: "canceled"
    }
  }
}
