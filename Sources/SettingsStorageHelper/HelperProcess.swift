import Dispatch
import Settings
import SettingsJSON
import SettingsSystem
import Synchronization

/// A running storage helper. Several threads can send requests without waiting for each other's replies.
///
///     thread A ── line, id 1 ──▶┐                 ┌──▶ reply 2 ─▶ Waiter of B
///     thread B ── line, id 2 ──▶┴─▶ helper ─▶ receive (one thread)
///                                                 └──▶ reply 1 ─▶ Waiter of A
///                                                 └──▶ changed ─▶ observers
///
/// The stream is one socket for both directions. Its descriptor is closed in ``close()`` only, with the lock for writing held: a number
/// that is closed can be given to another file at once, and a late request would write into that file.
///
/// The locks are taken in this order: `writing`, `isClosed`; `state` is never held while another one is taken or while something is
/// written.
///
/// The states of a helper, seen from here:
///
///     running ──(it closes its output, or end() or kill() is called)──▶ hasEnded: requests throw `ended`
///             ──(it ends within 2 s, or is killed)──▶ isReleased: the descriptor and the process ID are free
final class HelperProcess: Sendable {
  /// Why a request has no reply. The cases differ in what may have happened: only after the first two is it certain that the helper did
  /// nothing.
  enum Failure: Error, Hashable, Sendable {
    /// The helper had ended before it got the request.
    case ended
    /// The helper didn't read the request in time.
    case unread
    /// The helper ended, although it might have got the request.
    case lost
    /// The helper didn't reply in time.
    case silent
    /// The reply doesn't follow the protocol.
    case malformed
  }

  /// What the threads share: who waits for which reply, and who wants to hear of changes. Numbers of requests begin at 1 for each process.
  private struct State {
    var nextID = 1
    var waiting: [Int: Waiter<Result<JSONObject, Failure>>] = [:]
    var observers: [ObjectIdentifier: ChangeSignal] = [:]
    var hasEnded = false
    var isWatching = false
  }

  /// The time in which a helper has to end after its streams have ended. Then it is killed, with all processes of its session.
  private static let endingTime = Duration.seconds(2)
  /// The helpers of this process whose ID isn't released.
  private static let running = Mutex<[ObjectIdentifier: HelperProcess]>([:])

  private let stream: ByteStream
  private let process: SpawnedProcess
  private let state = Mutex(State())
  /// Locked while a line is written, and while the stream is closed: lock it before ``isClosed``.
  private let writing = Mutex(())
  /// Whether the stream is closed. Then its descriptor may belong to another file of the process, and must neither be written nor shut
  /// down.
  private let isClosed = Mutex(false)

  /// Starts a program.
  ///
  /// - Parameter showsErrors: Whether it writes its errors to the standard error of this process.
  init(_ command: [String], showsErrors: Bool) throws(SystemCallError) {
    let ends = try ByteStream.makeSocketPair()
    defer { ends.1.close() }
    stream = ends.0
    do throws(SystemCallError) {
      process = try ProcessLaunch(
        program: command[0], arguments: command, attachment: .service(ends.1, showsErrors: showsErrors)
      ).start()
    } catch {
      stream.close()
      throw error
    }
    // The thread keeps this object alive until the helper has ended, so its process is always waited for.
    Self.running.withLock { $0[ObjectIdentifier(self)] = self }
    do throws(SystemCallError) { try SystemThread.start { [self] in self.receive() } } catch {
      Self.running.withLock { $0[ObjectIdentifier(self)] = nil }
      process.signalGroup(.kill)
      close()
      _ = process.reap()
      throw error
    }
  }

  /// Ends all helpers of this process, which is about to end, and returns when they have ended: none stays behind.
  static func endAll() {
    let helpers = running.withLock { Array($0.values) }
    for helper in helpers { helper.end() }
    while !helpers.allSatisfy(\.isReleased) { POSIXFileSystem().pause(milliseconds: 1) }
  }

  var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// Whether the helper's stream is closed and its process ID is released.
  var isReleased: Bool { Self.running.withLock { $0[ObjectIdentifier(self)] == nil } }

  /// Ends the helper's input. The helper then ends by itself, or is killed by ``receive()`` after some time.
  ///
  /// A helper in good order sees the end of its input and ends. One that hangs is killed after 2 s.
  func end() {
    isClosed.withLock { if !$0 { stream.shutDown() } }
  }

  /// Ends a helper that doesn't do what is asked of it, with all processes of its session.
  func kill() {
    // The stream is closed before the process ID is released, so the ID can't be that of another process.
    isClosed.withLock { if !$0 { process.signalGroup(.kill) } }
    end()
  }

  /// Closes the stream. The thread that sends a request at that moment gets an error first, because the stream is shut down; only then does
  /// the lock for writing become free.
  private func close() {
    end()
    writing.withLock { _ in
      isClosed.withLock { isClosed in
        stream.close()
        isClosed = true
      }
    }
  }

  // MARK: - Requests

  /// Sends a request, and waits for the reply. A helper that doesn't read the request or doesn't reply in time is killed.
  ///
  /// The waiter is registered before the request is sent, because the reply can arrive before the call that sends it returns.
  func ask(_ request: HelperRequest, before deadline: ContinuousClock.Instant) throws(Failure) -> HelperReply
  {
    let waiter = Waiter<Result<JSONObject, Failure>>()
    let id = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      defer { state.nextID += 1 }
      state.waiting[state.nextID] = waiter
      return state.nextID
    }
    guard let id else { throw .ended }
    let line = request.json(id: id).line
    guard send(line, before: deadline) else {
      _ = state.withLock { $0.waiting.removeValue(forKey: id) }
      // A helper can't act on an incomplete line.
      guard .now >= deadline else { throw .ended }
      kill()
      throw .unread
    }
    switch waiter.wait(before: deadline) {
    case .success(let object):
      guard let reply = HelperReply(object, to: request) else { throw .malformed }
      return reply
    case .failure(let failure): throw failure
    case nil:
      _ = state.withLock { $0.waiting.removeValue(forKey: id) }
      kill()
      throw .silent
    }
  }

  /// Sends a line; returns `false` if the helper has ended before it got the whole line, or hasn't read it in time. One line is written at
  /// a time, so the lines of two threads don't mix. A thread that waits for another one to write doesn't wait beyond its own time, because
  /// that one has begun earlier, and kills the helper.
  private func send(_ line: [UInt8], before deadline: ContinuousClock.Instant) -> Bool {
    writing.withLock { _ in
      guard !isClosed.withLock(\.self) else { return false }
      do throws(SystemCallError) { try stream.send(line, before: deadline) } catch { return false }
      return true
    }
  }

  /// Reads replies until the helper closes its output, then waits for its end, or kills it, and releases its ID.
  ///
  /// The order at the end matters: first no new request is accepted, then all waiting threads are woken, then the process is waited for and
  /// its ID released.
  ///
  /// Lines that arrive while nobody waits are dropped. If the helper closes its output but goes on, it counts as ended and is killed, since
  /// nothing it does could be noticed.
  private func receive() {
    var lines = LineReader(stream)
    while let line = lines.next() {
      guard let object = JSONObject(parsing: line) else { continue }
      // Garbage on the stream is skipped, and so is a reply to a request that isn't waited for anymore.
      if let id = object.integer("id") {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.finish(.success(object))
      } else if object["changed"] == .bool(true) {
        for observer in state.withLock({ Array($0.observers.values) }) { observer.signal() }
      }
    }
    let (waiting, observers) = state.withLock { state in
      defer {
        state.waiting = [:]
        state.hasEnded = true
      }
      return (Array(state.waiting.values), Array(state.observers.values))
    }
    // From here on, `ask` refuses requests, so no waiter is added after these.
    for waiter in waiting { waiter.finish(.failure(lines.isTooLong ? .malformed : .lost)) }
    for observer in observers { observer.signal() }
    let limit = ContinuousClock.now + (lines.isTooLong ? .zero : Self.endingTime)
    while !process.hasEnded, .now < limit { POSIXFileSystem().pause(milliseconds: 2) }
    if !process.hasEnded { process.signalGroup(.kill) }
    close()
    _ = process.reap()
    Self.running.withLock { $0[ObjectIdentifier(self)] = nil }
  }

  // MARK: - Changes

  /// Signals changes, and the end of the helper, to an observer until it is removed. The first call asks the helper to report changes, and
  /// throws if it doesn't. Then the next call asks again.
  func addObserver(_ observer: ChangeSignal, before deadline: ContinuousClock.Instant) throws(Failure) {
    let isFirst = state.withLock { state in
      state.observers[ObjectIdentifier(observer)] = observer
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isFirst else { return }
    do throws(Failure) {
      // The observer is in the list before the request, so no line that the helper writes from then on is missed.
      guard case .done = try ask(.watch, before: deadline) else { throw .malformed }
    } catch {
      let others = state.withLock { state in
        state.isWatching = false
        return Array(state.observers.values)
      }
      // Observers that were added meanwhile rely on this request, so they have to ask, too.
      for other in others where other !== observer { other.signal() }
      throw error
    }
  }

  /// Whether the helper was asked to report changes, and hasn't refused.
  var isWatching: Bool { state.withLock(\.isWatching) }

  func removeObserver(_ observer: ChangeSignal) {
    _ = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
  }
}

/// A thread that waits for a result. It is finished at most once: whoever removes a waiter from the list of them finishes it.
final class Waiter<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func finish(_ result: Result) {
    self.result.withLock { $0 = result }
    semaphore.signal()
  }

  /// Returns the result; `nil` after the deadline. A result that arrives at the last moment is returned.
  func wait(before deadline: ContinuousClock.Instant? = nil) -> Result? {
    let limit = deadline.map { DispatchTimeInterval.milliseconds(Int(($0 - .now).milliseconds) + 1) }
    _ = semaphore.wait(timeout: .now() + (limit ?? .never))
    return result.withLock(\.self)
  }
}

/// A thread that waits for changes, and how it is told to end. Several signals before a wait count as one.
final class ChangeSignal: Sendable {
  private let isStopped = Mutex(false)
  private let isSignaled = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() {
    if !isSignaled.exchange(true, ordering: .sequentiallyConsistent) { semaphore.signal() }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    semaphore.signal()
  }

  /// Waits for a signal up to a time limit; returns `false` if the thread has to end, and `true` after a signal as well as after the limit.
  func wait(atMost milliseconds: Int? = nil) -> Bool {
    if let milliseconds {
      _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
    } else {
      semaphore.wait()
    }
    isSignaled.store(false, ordering: .sequentiallyConsistent)
    return isStopped.withLock { !$0 }
  }
}
