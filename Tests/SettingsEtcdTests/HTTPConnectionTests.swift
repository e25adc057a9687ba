import Foundation
import TestSupport
import Testing

@testable import SettingsEtcd

@Suite("The HTTP client", .timeLimit(.minutes(1)))
struct HTTPConnectionTests {
  private func request(_ url: String, _ body: String = "{}", authorization: String? = nil) -> HTTPRequest {
    HTTPRequest(
      url: url, body: Array(body.utf8), authorization: authorization, connectLimit: .seconds(5))
  }

  private func post(_ request: HTTPRequest, within limit: Duration = .seconds(20)) throws(HTTPError)
    -> HTTPReply
  {
    try HTTPConnection().post(request, before: .now + limit, atMost: 8 << 20)
  }

  @Test("sends the body, the type and the token, and returns the status and the body")
  func echo() throws {
    let server = try PythonServer(
      """
      class Handler(Base):
          def do_POST(self):
              kinds = self.headers["Content-Type"] + "," + self.headers["Authorization"] + "," + str(self.headers["Expect"])
              self.reply(kinds.encode() + b" " + self.path.encode() + b" " + self.body(), 418)
      serve(Handler)
      """)
    defer { withExtendedLifetime(server) {} }
    let body = String(repeating: "long ", count: 500_000)
    let reply = try post(request(server.url + "/a/b", body, authorization: "secret"))
    #expect(reply.status == 418)
    #expect(reply.body == Array("application/json,secret,None /a/b \(body)".utf8))
    #expect(throws: HTTPError.failed("its reply is too long", mayHaveArrived: true)) {
      try HTTPConnection().post(
        request(server.url, body, authorization: "secret"), before: .now + .seconds(20), atMost: 1 << 20)
    }
  }

  @Test("keeps its connection between requests")
  func reuse() throws {
    let server = try PythonServer(
      """
      class Handler(Base):
          def do_POST(self):
              self.body()
              self.reply(str(self.client_address[1]).encode())
      serve(Handler)
      """)
    defer { withExtendedLifetime(server) {} }
    let connection = try HTTPConnection()
    let ports = try (0..<3).map { _ in
      try connection.post(request(server.url), before: .now + .seconds(20), atMost: 1 << 20).body
    }
    #expect(Set(ports).count == 1)
  }

  @Test("returns the parts of a stream as they arrive")
  func stream() throws {
    let server = try PythonServer(
      """
      class Handler(Base):
          def do_POST(self):
              self.body()
              self.begin_chunks()
              for text in (b"one\\n", b"two\\n"):
                  self.chunk(text)
                  # The next part is sent only when the client asks on another connection.
                  if text == b"one\\n": asked.wait()
              self.chunk(b"")
      asked = threading.Event()
      class Both(Handler):
          def do_POST(self):
              if self.path != "/ask": return Handler.do_POST(self)
              self.body(); asked.set(); self.reply(b"")
      serve(Both)
      """)
    defer { withExtendedLifetime(server) {} }
    let connection = try HTTPConnection()
    try connection.begin(request(server.url))
    func part() throws -> String {
      guard case .received(let bytes) = try connection.advance(until: .now + .seconds(20)) else {
        return "none"
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try part() == "one\n")
    guard case .timedOut = try connection.advance(until: .now + .milliseconds(50)) else {
      Issue.record("The second part arrived before it was sent.")
      return
    }
    _ = try post(request(server.url + "/ask"))
    #expect(try part() == "two\n")
    guard case .ended = try connection.advance(until: .now + .seconds(20)) else {
      Issue.record("The stream didn't end.")
      return
    }
    #expect(connection.status == 200)
  }

  @Test("returns a reply that arrives byte by byte, and gives up one that takes too long")
  func slow() throws {
    let server = try PythonServer(
      """
      class Handler(Base):
          def do_POST(self):
              count = int(self.body())
              self.send_response(200)
              self.send_header("Content-Length", str(count))
              self.end_headers()
              for _ in range(count):
                  self.wfile.write(b"x")
                  self.wfile.flush()
                  time.sleep(0.01)
      serve(Handler)
      """)
    defer { withExtendedLifetime(server) {} }
    #expect(try post(request(server.url, "20")).body == Array(repeating: 0x78, count: 20))
    #expect(throws: HTTPError.timedOut(mayHaveArrived: true)) {
      try post(request(server.url, "100000"), within: .milliseconds(300))
    }
  }

  @Test("knows that a refused connection can't have sent the request")
  func refused() throws {
    let port = EtcdCluster.freePort()
    let error = #expect(throws: HTTPError.self) { try post(request("http://127.0.0.1:\(port)")) }
    #expect(error?.mayHaveArrived == false)
    #expect(error?.description.contains("Failed to connect") == true)
  }

  @Test("knows that a request may have arrived if the connection is closed before the reply")
  func closed() throws {
    let server = try PythonServer(
      """
      class Handler(Base):
          def do_POST(self):
              self.body()
              self.close_connection = True
              self.connection.shutdown(2)
      serve(Handler)
      """)
    defer { withExtendedLifetime(server) {} }
    let error = #expect(throws: HTTPError.self) { try post(request(server.url)) }
    #expect(error?.mayHaveArrived == true)
  }

  @Test("ends a wait when it is canceled")
  func cancel() async throws {
    let server = try PythonServer(
      """
      class Handler(Base):
          def do_POST(self): time.sleep(1000)
      serve(Handler)
      """)
    defer { withExtendedLifetime(server) {} }
    let connection = try HTTPConnection()
    let request = request(server.url)
    let waiting = onThread { try connection.post(request, before: .now + .seconds(50), atMost: 1 << 20) }
    connection.cancel()
    await #expect(throws: HTTPError.canceled) { try await waiting.value }
  }
}
