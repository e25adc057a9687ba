import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The log of the daemon: the standard output, or a file.
package final class Log: Sendable {
  /// Why a file can't be opened.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  private struct State {
    var settings: PollerSettings.Logging
    var descriptor: Int32
  }

  private let state: Mutex<State>

  /// Opens the log.
  package init(_ settings: PollerSettings.Logging) throws(Failure) {
    state = Mutex(State(settings: settings, descriptor: try Self.open(settings.file)))
  }

  deinit { state.withLock { Self.close($0.descriptor) } }

  /// Continues in another file; `nil` is the standard output. If it can't be opened, the log stays where it is.
  package func open(_ path: String?) throws(Failure) {
    let new = try Self.open(path)
    let old = state.withLock { state in
      defer { state.descriptor = new }
      return state.descriptor
    }
    Self.close(old)
  }

  /// Adopts settings; `open` changes the file.
  package func adopt(_ settings: PollerSettings.Logging) {
    state.withLock { $0.settings = settings }
  }

  /// Writes a line at once, if its level is wanted.
  package func write(_ line: LogLine, at date: Date = .now) {
    state.withLock { state in
      guard line.level.rawValue <= state.settings.level.rawValue else { return }
      var bytes = Array((state.settings.text(of: line, at: date) + "\n").utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { systemWrite(state.descriptor, $0.baseAddress, $0.count) }
        guard count > 0 || errno == EINTR else { return }
        bytes = bytes.dropFirst(max(0, count))
      }
    }
  }

  private static func open(_ path: String?) throws(Failure) -> Int32 {
    guard let path else { return STDOUT_FILENO }
    let descriptor = Foundation.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw Failure(description: "can't open the log \(path): \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  private static func close(_ descriptor: Int32) {
    if descriptor != STDOUT_FILENO { Foundation.close(descriptor) }
  }
}

extension PollerSettings.Logging {
  /// The text of a line.
  package func text(of line: LogLine, at date: Date) -> String {
    let time = showsTime ? date.ISO8601Format() : nil
    switch format {
    case .text: return [time, line.text].compactMap { $0 }.joined(separator: " ")
    case .json:
      let pairs = [("time", time), ("level", "\(line.level)"), ("text", line.text)]
      let fields = pairs.compactMap { name, value in value.map { "\"\(name)\": \(Self.quoted($0))" } }
      return "{\(fields.joined(separator: ", "))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A string can always be encoded.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

private let systemWrite = write(_:_:_:)
