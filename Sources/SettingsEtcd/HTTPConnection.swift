import CCurl
import SettingsSystem
import Synchronization

/// A connection to a server. It sends one request at a time, and stays open in between.
///
/// It is `Sendable` although libcurl's handles must not be used by several threads at the same time: the pool gives a connection to one
/// caller at a time, and a watch has its own. Only ``cancel()`` is called from other threads. The only function that it calls,
/// `curl_multi_wakeup`, can be called from any thread, and the caller's reference keeps the handle open in the meantime.
///
///     begin ─▶ advance ─▶ received … received ─▶ ended ─▶ finish
///                  │ canceled, failed, timedOut ──────────▶ finish
///
/// libcurl is loaded when the first connection is opened (`ccurl_load`), so a program that uses no etcd doesn't need it. What matters for a
/// commit is whether the server could have got the request: each error says so, from whether anything was sent.
final class HTTPConnection: @unchecked Sendable {
  /// The progress of a reply, which arrives in parts: a watch's reply has a part for each change, for hours.
  enum Progress {
    case received([UInt8])
    /// The reply is complete.
    case ended
    case timedOut
  }

  private let handle: OpaquePointer
  private let isCanceled = Atomic(false)

  init() throws(HTTPError) {
    if let failure = ccurl_load() { throw .noLibrary(String(cString: failure)) }
    guard let handle = ccurl_open() else { throw .noLibrary("there is no memory for a connection") }
    self.handle = handle
  }

  deinit {
    ccurl_close(handle)
  }

  /// Ends the current request, and every later request, with an error. Any thread may call it, and it doesn't wait: the thread of the
  /// request returns a moment later.
  func cancel() {
    isCanceled.store(true, ordering: .sequentiallyConsistent)
    ccurl_wake(handle)
  }

  /// Sends a request, and returns its complete reply, whatever its status. Throws an error if there is no complete reply by the deadline, or
  /// if the reply has more bytes than a limit.
  func post(
    _ request: HTTPRequest, before deadline: ContinuousClock.Instant, atMost limit: Int
  ) throws(HTTPError) -> HTTPReply {
    try begin(request)
    defer { finish() }
    var body: [UInt8] = []
    while true {
      switch try advance(until: deadline) {
      case .received(let bytes):
        body += bytes
        if body.count > limit { throw .failed("its reply is too long", mayHaveArrived: true) }
      case .ended: return HTTPReply(status: status, body: body)
      case .timedOut: throw .timedOut(mayHaveArrived: ccurl_has_sent(handle))
      }
    }
  }

  /// Begins a request whose reply is read with ``advance(until:)``. Ends an earlier request, if one isn't finished.
  ///
  /// Proxies of the environment aren't used: members are named by their own addresses, and a proxy would get the user's token.
  func begin(_ request: HTTPRequest) throws(HTTPError) {
    let hasBegun = ccurl_begin(
      handle, request.url, request.body, request.body.count, request.authorization, request.files.authorities,
      request.files.certificate, request.files.key, Int(max(1, request.connectLimit.milliseconds)))
    guard hasBegun else { throw .failed("there is no memory for a request", mayHaveArrived: false) }
  }

  /// Ends a request; its connection is closed if the reply is incomplete, and kept for the next request otherwise.
  func finish() {
    ccurl_finish(handle)
  }

  /// The status of the reply; 0 before it arrives.
  var status: Int { ccurl_status(handle) }

  /// Waits for more of the reply, until a point in time that may have passed: then it returns what has arrived.
  func advance(until deadline: ContinuousClock.Instant) throws(HTTPError) -> Progress {
    while true {
      let left = (deadline - .now).milliseconds
      let state = ccurl_advance(handle, Int32(clamping: max(0, left)))
      let count = ccurl_byte_count(handle)
      if count > 0, let bytes = ccurl_bytes(handle) {
        defer { ccurl_discard(handle) }
        return .received(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
      }
      if state == CCURL_DONE { return .ended }
      if isCanceled.load(ordering: .sequentiallyConsistent) { throw .canceled }
      if state == CCURL_FAILED {
        let reason = String(cString: ccurl_error(handle))
        if ccurl_has_bad_files(handle) { throw .badFiles(reason) }
        throw .failed(reason, mayHaveArrived: ccurl_has_sent(handle))
      }
      if left <= 0 { return .timedOut }
    }
  }
}

/// A POST request with a JSON body, the only kind that etcd's gateway needs.
struct HTTPRequest: Sendable {
  var url: String
  var body: [UInt8]
  /// The value of the header `Authorization`; `nil` for none.
  var authorization: String?
  var files = TLSFiles()
  /// The time limit for the connection.
  var connectLimit: Duration
}

/// The paths of the files of a connection with TLS, all of them in PEM.
struct TLSFiles: Hashable, Sendable {
  /// The certificates of the authorities that might have signed the server's certificate; `nil` for the system's.
  var authorities: String?
  /// The client's certificate; `nil` for none.
  var certificate: String?
  /// The private key of the client's certificate.
  var key: String?
}

/// A complete reply.
struct HTTPReply: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
}

/// A request without a complete reply. What it means for a commit depends on ``mayHaveArrived``.
enum HTTPError: Error, Hashable, Sendable {
  /// The system's HTTP library can't be used; the reason.
  case noLibrary(String)
  /// A file of ``TLSFiles`` can't be used; the library's reason. Nothing was sent.
  case badFiles(String)
  /// The reply didn't arrive in time.
  case timedOut(mayHaveArrived: Bool)
  /// The connection failed; the library's reason.
  case failed(String, mayHaveArrived: Bool)
  /// ``HTTPConnection/cancel()`` was called.
  case canceled

  /// Whether the server might have received the request. In doubt, it is `true`: if the request was canceled, or only a part of it was
  /// sent.
  var mayHaveArrived: Bool {
    switch self {
    case .noLibrary, .badFiles: false
    case .timedOut(let mayHaveArrived), .failed(_, let mayHaveArrived): mayHaveArrived
    case .canceled: true
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// A part of a sentence.
  var description: String {
    switch self {
    case .noLibrary(let reason), .badFiles(let reason): reason
    case .timedOut: "no reply in time"
    case .failed(let reason, _): reason
    case .canceled: "canceled"
    }
  }
}
