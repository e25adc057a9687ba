import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A minimal HTTP server: it reads the header of a request, answers, and closes the connection.
///
/// It serves the status of the daemon, and the tests of the daemon. Each connection has a thread, so an answer may take long.
package final class HTTPServer: Sendable {
  package struct Request: Sendable {
    package var method: String
    package var path: String
    /// The header fields, with names in lowercase.
    package var headers: [String: String]
  }

  package struct Response: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: String

    package init(_ status: Int, headers: [String: String] = [:], body: String = "") {
      self.status = status
      self.headers = headers
      self.body = body
    }
  }

  /// Why a server can't listen.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The port that it listens on.
  package let port: UInt16
  private let listener: Int32

  /// Listens until it is released.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - isLocal: Whether only programs on this machine can connect.
  ///   - answer: Returns the response. It is called on another thread for each connection.
  package init(
    port: UInt16, isLocal: Bool = true, answer: @escaping @Sendable (Request) -> Response
  ) throws(Failure) {
    listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { throw Failure(description: "no socket: \(String(cString: strerror(errno)))") }
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))

    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (isLocal ? UInt32(0x7F00_0001) : 0).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw Failure(description: "can't listen on port \(port): \(reason)")
    }
    self.port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { Self.accept(descriptor, answer) }
  }

  deinit {
    // Ends the waiting `accept`, which closes the socket.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func accept(_ listener: Int32, _ answer: @escaping @Sendable (Request) -> Response) {
    while true {
      let connection = Foundation.accept(listener, nil, nil)
      guard connection >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        close(listener)
        return
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      Thread.detachNewThread {
        if let request = request(from: connection) { send(answer(request), to: connection, request.method) }
        close(connection)
      }
    }
  }

  private static func request(from connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65_536 {
      if let lines = header(in: bytes) { return Request(lines) }
      let count = read(connection, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    return nil
  }

  /// Returns the lines of the header, once it is complete.
  private static func header(in bytes: [UInt8]) -> [Substring]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    return text[..<end.lowerBound].split(separator: "\r\n")
  }

  private static func send(_ response: Response, to connection: Int32, _ method: String) {
    let body = Array(response.body.utf8)
    let headers = response.headers.merging([
      "Content-Length": "\(body.count)", "Connection": "close",
    ]) { $1 }
    let lines = ["HTTP/1.1 \(response.status) Status"] + headers.map { "\($0): \($1)" }
    var bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)[...]
    if method != "HEAD" { bytes += body }
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}

extension HTTPServer.Request {
  fileprivate init?(_ lines: [Substring]) {
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    (method, path) = (String(words[0]), String(words[1]))
    headers = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
  }
}

#if os(Linux)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let noSignal: Int32 = 0
#endif

#if canImport(Glibc)
  private let stream = Int32(SOCK_STREAM.rawValue)
#else
  private let stream = SOCK_STREAM
#endif
