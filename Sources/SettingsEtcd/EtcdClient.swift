import Settings
import SettingsJSON
import SettingsSystem
import Synchronization

/// Sends requests to the members of a cluster: to the member that replied last, or to the next if it doesn't reply.
///
/// A request may arrive although its reply is lost, and is then sent again. So every request must have the same effect if it arrives
/// twice. This is the case for reads, and for transactions that compare what they change.
///
/// A cluster of three members stays available while two of them reach each other. For a client, that means: a member that refuses, is
/// silent, or has lost its leader isn't the end. Each is asked in turn, with growing pauses after each round, until the time limit of the
/// operation, or for two seconds if all members refuse connections.
///
///     members      A is paused, B has no leader yet, C is well
///     0 s          A: no reply within 3 s
///     3 s          B: "etcdserver: no leader", ask again
///     3 s          C: reply; C is asked first from now on
final class EtcdClient: Sendable {
  private struct State {
    /// The member that replied last; at the start a random one, which spreads many clients over the members.
    var preferred: Int
    /// The token of the user.
    var token: String?
    /// Open connections without a request.
    var idle: [HTTPConnection] = []
  }

  /// The number of connections that are kept open between requests. More are opened while more threads send requests at once, and closed
  /// after that.
  private static let maxIdle = 4

  /// The most bytes of a reply, and of a message of a watch: those of any JSON.
  static let largestReply = InputLimits.documentSize

  /// How long members are asked again while all of them refuse connections: longer than a restart of a member takes, and not so long that
  /// a person wonders what the program does if none is running.
  private static let refusalLimit = Duration.seconds(2)

  let endpoints: [EtcdAddress.Endpoint]
  let options: EtcdOptions
  private let prefix: String
  private let state: Mutex<State>

  init(_ address: EtcdAddress, options: EtcdOptions) {
    endpoints = address.endpoints
    prefix = address.prefix
    self.options = options
    state = Mutex(State(preferred: .random(in: endpoints.indices)))
  }

  /// Reads keys. The read is linearizable: it sees every commit that was acknowledged before, through whichever member.
  func read(_ request: EtcdRangeRequest) throws(EtcdError) -> EtcdRangeReply {
    try call("/v3/kv/range", body: .object(request.json), for: .reading, read: EtcdRangeReply.init)
  }

  /// Reads several ranges at one revision of the cluster, with one request.
  func read(_ requests: [EtcdRangeRequest]) throws(EtcdError) -> [EtcdRangeReply] {
    let transaction = EtcdTransaction(expected: [], operations: requests.map { .read($0) }, otherwise: [])
    let reply = try call("/v3/kv/txn", body: transaction.json, for: .reading, read: EtcdTransactionReply.init)
    guard case .done(_, let ranges) = reply, ranges.count == requests.count else {
      throw .malformed(endpoint: endpoints[preferred].authority)
    }
    return ranges
  }

  /// Runs a transaction. Its size is checked before it is sent, because etcd's own message for a request that is too large depends on the
  /// member's version and doesn't say by how much.
  ///
  /// An error ``EtcdError/unanswered(_:)`` means that the transaction may have been done, or may be done later by a member that is paused
  /// now.
  func run(_ transaction: EtcdTransaction) throws(EtcdError) -> EtcdTransactionReply {
    let size = transaction.size
    guard size <= options.maxRequestSize else {
      throw .tooLarge(size: size, limit: options.maxRequestSize)
    }
    do throws(EtcdError) {
      return try call("/v3/kv/txn", body: transaction.json, for: .changing, read: EtcdTransactionReply.init)
    } catch {
      if case .refusedAsTooLarge = error { throw .refusedAsTooLarge(size: size) }
      throw error
    }
  }

  /// Creates a lease, which ends after a time by the cluster's clock. The time is rounded up to whole seconds; etcd's minimum is 2 s.
  ///
  /// Its purpose is `reading`, because a lost reply leaves nothing behind: the lease isn't used, and ends by itself.
  func grantLease(_ time: Duration) throws(EtcdError) -> Int64 {
    let seconds = max(1, time.components.seconds + (time.components.attoseconds > 0 ? 1 : 0))
    return try call("/v3/lease/grant", body: ["TTL": .string("\(seconds)")], for: .reading) { json in
      json.object?.etcdIdentifier("ID")
    }
  }

  /// Restarts the time of a lease; returns `false` if the lease has ended, and with it its keys. It can't be renewed then, only granted
  /// again.
  func renewLease(_ lease: Int64) throws(EtcdError) -> Bool {
    try call("/v3/lease/keepalive", body: ["ID": .string("\(lease)")], for: .reading) { json in
      json.part("result")?.object.map { ($0.etcdInteger("TTL") ?? 0) > 0 }
    }
  }

  /// Ends a lease now, with the keys that are attached to it. Other processes see at once that they are gone, and don't wait for the
  /// lease's time.
  func revokeLease(_ lease: Int64) throws(EtcdError) {
    try call("/v3/lease/revoke", body: ["ID": .string("\(lease)")], for: .reading) { _ in () }
  }

  /// Returns the seconds until a lease ends, rounded down; negative if it has ended. The cluster counts them, so the answer is the same on
  /// each machine.
  func secondsLeft(ofLease lease: Int64) throws(EtcdError) -> Int64 {
    try call("/v3/lease/timetolive", body: ["ID": .string("\(lease)")], for: .reading) { json in
      json.object.map { $0.etcdInteger("TTL") ?? 0 }
    }
  }

  // MARK: - Requests

  /// Whether the outcome of a request matters if its reply is lost.
  enum Purpose {
    case reading
    /// If no reply arrives, the error has to be that the outcome is unknown.
    case changing
  }

  /// What to do after a request to one member.
  private enum Outcome<Reply> {
    case reply(Reply)
    /// Ask again, or another member.
    case again(reason: String, mayHaveArrived: Bool)
    /// The same, after a time-out.
    case silence(mayHaveArrived: Bool)
    /// Sign in, then ask the same member again.
    case signIn
    case failed(EtcdError)
  }

  /// Sends a request as the user until a member replies, or until the time limit.
  ///
  /// - Parameter read: Reads the reply; returns `nil` if it is malformed.
  ///
  /// The members are asked in turn, beginning with the member that replied last. Each attempt has its own time limit (`requestTimeout`): a
  /// paused member costs little of the whole time (`timeout`).
  ///
  /// What to say in the end depends on what might have arrived. A transaction that can have reached some member has an unknown outcome
  /// (`unanswered`), even if all later attempts were refused; only if none can have arrived is it certain that nothing was changed
  /// (`unreachable`).
  func call<Reply>(
    _ path: String, body: JSONValue, for purpose: Purpose, read: (JSONValue) -> Reply?
  ) throws(EtcdError) -> Reply {
    let deadline = ContinuousClock.now + options.timeout
    return try call(path, body: body, for: purpose, before: deadline, read: read) { () throws(EtcdError) in
      try token(before: deadline)
    }
  }

  private func call<Reply>(
    _ path: String, body: JSONValue, for purpose: Purpose, before deadline: ContinuousClock.Instant,
    read: (JSONValue) -> Reply?, token: () throws(EtcdError) -> String?
  ) throws(EtcdError) -> Reply {
    let bytes = body.bytes()
    let first = preferred
    var failures: [Int: String] = [:]
    var mayHaveArrived = false
    var attempts: [EtcdError.Attempt] {
      failures.sorted { $0.key < $1.key }
        .map { EtcdError.Attempt(endpoint: endpoints[$0.key].authority, reason: $0.value) }
    }
    var backoff = EtcdBackoff()
    var turn = 0
    var signIns = 0
    let refusalEnd = ContinuousClock.now + Self.refusalLimit
    var allRefuse = true
    while turn == 0 || ContinuousClock.now < deadline {
      let member = (first + turn) % endpoints.count
      let token = try token()
      switch attempt(path, body: bytes, at: member, token: token, before: deadline, read: read) {
      case .reply(let reply):
        state.withLock { $0.preferred = member }
        return reply
      case .failed(let error):
        // An earlier attempt might have been done, so this refusal doesn't mean that nothing was changed.
        guard purpose == .changing, mayHaveArrived else { throw error }
        failures[member] = error.remote.reason
        throw .unanswered(attempts)
      case .signIn:
        state.withLock { if $0.token == token { $0.token = nil } }
        signIns += 1
        if signIns <= endpoints.count { continue }
        failures[member] = "the token of the user was refused"
        allRefuse = false
      case .again(let reason, let hasArrived):
        failures[member] = reason
        mayHaveArrived = mayHaveArrived || hasArrived
        allRefuse = allRefuse && !hasArrived
      case .silence(let hasArrived):
        // The last request may time out only because little time was left, so keep an earlier reason, which explains more.
        if failures[member] == nil { failures[member] = "\(HTTPError.timedOut(mayHaveArrived: hasArrived))" }
        mayHaveArrived = mayHaveArrived || hasArrived
        allRefuse = false
      }
      turn += 1
      if turn.isMultiple(of: endpoints.count) {
        if allRefuse, ContinuousClock.now > refusalEnd { break }
        allRefuse = true
        pause(backoff.next(), before: deadline)
      }
    }
    throw mayHaveArrived && purpose == .changing ? .unanswered(attempts) : .unreachable(attempts)
  }

  /// Sends a request to one member, on an idle connection if there is one. A connection goes back to the pool only after a complete reply.
  private func attempt<Reply>(
    _ path: String, body: [UInt8], at member: Int, token: String?,
    before deadline: ContinuousClock.Instant, read: (JSONValue) -> Reply?
  ) -> Outcome<Reply> {
    let reply: HTTPReply
    do throws(HTTPError) {
      let connection = try takeConnection()
      reply = try connection.post(
        request(path, body: body, at: member, token: token),
        before: min(deadline, .now + options.requestTimeout), atMost: Self.largestReply)
      state.withLock { if $0.idle.count < Self.maxIdle { $0.idle.append(connection) } }
    } catch {
      switch error {
      case .noLibrary(let reason): return .failed(.noLibrary(reason))
      case .badFiles(let reason): return .failed(.badFiles(reason))
      case .timedOut(let mayHaveArrived): return .silence(mayHaveArrived: mayHaveArrived)
      case .failed, .canceled: return .again(reason: "\(error)", mayHaveArrived: error.mayHaveArrived)
      }
    }
    let authority = endpoints[member].authority
    guard reply.status == 200 else {
      if let refusal = EtcdRefusal(reply) { return outcome(of: refusal) }
      return reply.status >= 500
        ? .again(reason: "status \(reply.status)", mayHaveArrived: true)
        : .failed(.malformed(endpoint: authority))
    }
    let json = try? JSONValue(parsing: String(decoding: reply.body, as: UTF8.self))
    return json.flatMap(read).map { .reply($0) } ?? .failed(.malformed(endpoint: authority))
  }

  private func takeConnection() throws(HTTPError) -> HTTPConnection {
    if let connection = state.withLock({ $0.idle.popLast() }) { return connection }
    return try HTTPConnection()
  }

  /// Decides what a refusal means for the loop: `again` goes on to the next member, and `failed` ends the call, because each member would
  /// say the same.
  private func outcome<Reply>(of refusal: EtcdRefusal) -> Outcome<Reply> {
    switch refusal {
    case .again(let reason): .again(reason: reason, mayHaveArrived: true)
    case .staleToken: .signIn
    // `run` replaces the size, which isn't known here.
    case .tooLarge: .failed(.refusedAsTooLarge(size: 0))
    case .full: .failed(.full)
    case .denied: .failed(.denied(prefix: prefix))
    case .unauthenticated(let reason): .failed(.unauthenticated(reason))
    case .other(let reason): .failed(.refused(reason))
    }
  }

  /// Creates a request to a member. A member that can't be connected within `requestTimeout` counts as silent.
  func request(_ path: String, body: [UInt8], at member: Int, token: String?) -> HTTPRequest {
    HTTPRequest(
      url: endpoints[member].url + path, body: body, authorization: token, files: options.files,
      connectLimit: options.requestTimeout)
  }

  /// The member that replied last.
  var preferred: Int { state.withLock(\.preferred) }

  /// Waits before the next round, but not beyond the deadline: a caller gets its error in time.
  private func pause(_ milliseconds: Int, before deadline: ContinuousClock.Instant) {
    let left = Int((deadline - .now).milliseconds)
    POSIXFileSystem().pause(milliseconds: max(0, min(milliseconds, left)))
  }

  /// Returns the token of the user, after signing in if there is none; `nil` without a user.
  ///
  /// Two threads may sign in at the same time; both tokens are valid. etcd ends a token after some minutes without use, and a restarted
  /// member doesn't know it: the request is then repeated with a new one (`signIn`).
  func token(before deadline: ContinuousClock.Instant) throws(EtcdError) -> String? {
    guard let user = options.user else { return nil }
    if let token = state.withLock(\.token) { return token }
    let body: JSONValue = ["name": .string(user), "password": .string(options.password ?? "")]
    let token = try call("/v3/auth/authenticate", body: body, for: .reading, before: deadline) { json in
      json.part("token")?.text
    } token: {
      nil
    }
    state.withLock { $0.token = token }
    return token
  }
}

extension EtcdClient {
  /// Runs requests on their own thread.
  func onThread<Result: Sendable>(
    _ requests: @escaping @Sendable (EtcdClient) throws(EtcdError) -> Result
  ) async throws(EtcdError) -> Result {
    try await SystemThread.run { () throws(EtcdError) in try requests(self) }
  }
}

/// The waits between rounds of requests to all members: exponential backoff with full jitter, so that many clients don't return to a
/// restarted member at the same time.
///
/// The limits are 50 ms, 100 ms, 200 ms, …, 2 s, and each wait is a random time between 0 and its limit ("Exponential Backoff And Jitter",
/// AWS Architecture Blog, 2015).
struct EtcdBackoff: Sendable {
  private static let first = 50
  private static let last = 2_000
  private var limit = Self.first

  /// Returns the next wait in milliseconds.
  mutating func next() -> Int {
    defer { limit = min(2 * limit, Self.last) }
    return .random(in: 0...limit)
  }
}
