import TestSupport

/// A server in Python on a free loopback port. It ends with the object, and with the test process.
///
/// The script is a class with the requests that it answers:
///
///     class Handler(Base):
///         def do_POST(self): self.reply(b"{}")
///     serve(Handler)
///
/// Python's standard library can do what a server of this package should never do: send half a reply, close a connection, or never answer.
final class PythonServer: Sendable {
  let port: Int
  private let process: KeptProcess

  var address: String { "127.0.0.1:\(port)" }
  var url: String { "http://\(address)" }

  /// Starts a script that defines a handler of requests, based on `Base`, and passes it to `serve`.
  init(_ script: String, _ arguments: [String] = []) throws {
    process = try KeptProcess(["python3", "-c", Self.prelude + "\n" + script] + arguments)
    port = Int(process.readLine()) ?? 0
  }

  deinit {
    process.end()
  }

  private static let prelude = """
    import http.server, json, os, sys, threading, time, urllib.error, urllib.request

    class Base(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *_): pass
        def body(self):
            return self.rfile.read(int(self.headers["Content-Length"]))
        def reply(self, body, status=200):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def chunk(self, data):
            self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(data), data))
            self.wfile.flush()
        def begin_chunks(self):
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()

    def serve(handler):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_address[1], flush=True)
        sys.stdin.read()
        os._exit(0)
    """
}
