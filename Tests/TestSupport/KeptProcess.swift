import Foundation
public import SettingsSystem

/// A child process whose standard input ends with the test process. It inherits no other open files, unlike a `Process` of Foundation,
/// through which it would keep the pipes of parallel tests open.
///
/// For servers of tests: one that reads its standard input to the end ends with the tests, also if they crash. The first line of its output
/// says that it is ready, commonly with its port (``readLine()``).
public final class KeptProcess: Sendable {
  private let stream: ByteStream
  private let process: SpawnedProcess

  /// Starts a program, which is searched for in `PATH`.
  public init(_ command: [String]) throws(SystemCallError) {
    let ends = try ByteStream.makeSocketPair()
    defer { ends.1.close() }
    stream = ends.0
    process = try ProcessLaunch(
      program: command[0], arguments: command, attachment: .service(ends.1, showsErrors: true)
    ).start()
  }

  /// Returns the first line of the output.
  public func readLine() -> String {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      switch stream.readAvailable() {
      case .bytes(let more): bytes += more
      case .nothingYet: break
      case .ended: return String(decoding: bytes, as: UTF8.self)
      }
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// Waits for the end of the process, without blocking the threads that other tests need.
  public func waitForEnd() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [process] in
        process.waitForEnd()
        continuation.resume()
      }
    }
  }

  /// Ends the standard input, waits for the end of the process, and returns its status; `nil` if a signal ended it. Call it once.
  @discardableResult
  public func end() -> Int32? {
    stream.shutDown()
    defer { stream.close() }
    if case .exited(let status) = process.reap() { return status }
    return nil
  }
}
