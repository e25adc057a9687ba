import Synchronization

/// Serves the status of the daemon over HTTP.
final class StatusServer: Sendable {
  private struct Content {
    var path: String
    var body = ""
  }

  private let content: Box
  private let server: HTTPServer

  /// Shared with the threads of the server.
  private final class Box: Sendable {
    let value: Mutex<Content>
    init(_ content: Content) { value = Mutex(content) }
  }

  init(_ settings: PollerSettings.StatusServer) throws(HTTPServer.Failure) {
    let content = Box(Content(path: settings.path))
    self.content = content
    server = try HTTPServer(port: settings.port, isLocal: settings.isLocal) { request in
      let now = content.value.withLock { $0 }
      return request.path == now.path
        ? HTTPServer.Response(200, headers: ["Content-Type": "application/json"], body: now.body)
        : HTTPServer.Response(404)
    }
  }

  var port: UInt16 { server.port }

  var path: String {
    get { content.value.withLock { $0.path } }
    set { content.value.withLock { $0.path = newValue } }
  }

  /// The JSON that it serves.
  var body: String {
    get { content.value.withLock { $0.body } }
    set { content.value.withLock { $0.body = newValue } }
  }
}
