import Foundation
import Testing

@testable import SettingsSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Streams and signals", .serialized)
struct StreamTests {
  @Test("Writing waits while a pipe in nonblocking mode is full, and loses nothing")
  func fullPipe() throws {
    let pipe = try ByteStream.makePipe()
    #expect(fcntl(pipe.writing.descriptor, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    // A thread, since the reader blocks a thread of the tasks, and there may be no other.
    Thread.detachNewThread {
      try? pipe.writing.write(bytes)
      pipe.writing.close()
    }
    let received = try POSIXFileSystem().readAll(pipe.reading.descriptor, atMost: 1 << 20)
    pipe.reading.close()
    #expect(received == bytes)
  }

  @Test("Reading up to a limit fails when there is more")
  func limit() throws {
    let pipe = try ByteStream.makePipe()
    try pipe.writing.write([1, 2, 3])
    pipe.writing.close()
    #expect(
      try #require(throws: SystemCallError.self) {
        try POSIXFileSystem().readAll(pipe.reading.descriptor, atMost: 2)
      }.isTooLarge)
    pipe.reading.close()
  }

  @Test("A stream with bytes, or with an end, is ready; others are not")
  func waiting() throws {
    let (full, empty) = (try ByteStream.makePipe(), try ByteStream.makePipe())
    try full.writing.write([1])
    #expect(ByteStream.wait(for: [full.reading, empty.reading]) == [full.reading])
    #expect(ByteStream.wait(for: [empty.reading], atMost: 0).isEmpty)
    empty.writing.close()
    #expect(ByteStream.wait(for: [empty.reading]) == [empty.reading])
    guard case .ended = empty.reading.readAvailable() else {
      Issue.record("no end")
      return
    }
    #expect(!full.reading.isTerminal && full.reading.columns == nil)
    for stream in [full.reading, full.writing, empty.reading] { stream.close() }
  }

  /// Sends a signal to the process. Threads of tests may block signals, so it isn't sent to this one.
  private static func send(_ signal: Signal) {
    kill(getpid(), signal.rawValue)
  }

  // A process catches signals only once, and other tests of this process may do so, too.
  @Test("Each caught signal arrives, and no one else can catch signals until they are released")
  func signals() async {
    await #expect(processExitsWith: .success) { try Self.catchSignals() }
  }

  private static func catchSignals() throws {
    let pipe = try #require(SignalPipe(catching: [.windowChange, .resume]))
    #expect(SignalPipe(catching: [.hangUp]) == nil)
    for signal in [Signal.windowChange, .resume, .windowChange] {
      send(signal)
      #expect(ByteStream.wait(for: [pipe.stream], atMost: 60_000) == [pipe.stream])
      #expect(pipe.waitingSignals() == [signal])
    }
    #expect(pipe.waitingSignals().isEmpty)
    pipe.release()
    pipe.stream.close()
    let next = try #require(SignalPipe(catching: [.windowChange]))
    next.release()
    next.stream.close()
  }

  @Test("An ignored signal stays ignored while others are caught")
  func ignored() async {
    await #expect(processExitsWith: .success) { try Self.ignoreSignal() }
  }

  private static func ignoreSignal() throws {
    let former = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, former) }
    let pipe = try #require(SignalPipe(catching: [.hangUp, .resume]))
    send(.hangUp)
    send(.resume)
    #expect(ByteStream.wait(for: [pipe.stream], atMost: 60_000) == [pipe.stream])
    #expect(pipe.waitingSignals() == [.resume])
    pipe.release()
    pipe.stream.close()
  }
}
