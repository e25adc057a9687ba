import Foundation
import PollerCore
import Synchronization

/// A server on the loopback device that answers as a test wants.
final class TestServer: Sendable {
  private struct State {
    var status = 200
    var requests: [HTTPServer.Request] = []
    var isHolding = false
  }

  /// Shared with the threads of the server, which release may outlive.
  private final class Answers: Sendable {
    let state = Mutex(State())
    let released = DispatchSemaphore(value: 0)

    func answer(_ request: HTTPServer.Request) -> HTTPServer.Response {
      let (status, isHolding) = state.withLock { state in
        state.requests.append(request)
        return (state.status, state.isHolding)
      }
      if isHolding {
        // A thread of the server waits, not one of the task pool.
        released.wait()
        released.signal()
      }
      return HTTPServer.Response(status, body: "ok")
    }
  }

  private let answers = Answers()
  private let server: HTTPServer

  init() throws {
    server = try HTTPServer(port: 0) { [answers] in answers.answer($0) }
  }

  deinit { release() }

  var url: String { "http://127.0.0.1:\(server.port)/" }

  var requests: [HTTPServer.Request] { answers.state.withLock(\.requests) }

  /// The status code of the answers.
  var status: Int {
    get { answers.state.withLock(\.status) }
    set { answers.state.withLock { $0.status = newValue } }
  }

  /// Answers no request until `release`.
  func hold() { answers.state.withLock { $0.isHolding = true } }

  /// Answers the requests that wait, and all later ones.
  func release() {
    answers.state.withLock { $0.isHolding = false }
    answers.released.signal()
  }

  /// An address where nothing listens: the port was free a moment ago.
  static func deadURL() throws -> String {
    try TestServer().url
  }
}
