import CTerminal
import Dispatch
import Settings
import SettingsSystem

/// An event of the plain editor's loop.
enum PlainEvent: Sendable {
  /// A person typed a line; without its line break.
  case line(String)
  /// The input ended.
  case ended
  /// The process was asked to end; the value is the signal's number.
  case signal(Int32)
  /// The process was stopped and then continued, so the prompt has scrolled away.
  case continued
  /// The report of a request that changed, or should have changed, the stored content.
  case stored(StoreRequest.Report)
  /// A participant or side effect of an apply runs, or reports its progress.
  case progress(ApplyProgress)
  /// The app reports something about a row that it provides.
  case app(AppRowEvent)
  /// The app has taken too long to provide the text in a list.
  case late
  /// There may be something to print, because time has passed.
  case tick
  /// The draft couldn't be saved for recovery.
  case notKept
}

/// Listens for lines and signals, without polling and without blocking the main actor.
///
/// A thread waits for input. A dispatch source can't be used: on Linux, after everything has been read, it doesn't report that
/// the other end of a pipe was closed.
struct PlainEvents: Sendable {
  private let wakeUp: ByteStream

  /// Starts listening; events are yielded in order.
  init(input: Int32, to events: AsyncStream<PlainEvent>.Continuation) throws(EditorError) {
    let ends: (reading: ByteStream, writing: ByteStream)
    do throws(SystemError) {
      ends = try ByteStream.makePipe()
    } catch {
      throw .noTerminal(.failed(code: error.code))
    }
    let signals = cterminal_catch_signals()
    guard signals >= 0 else {
      let code = SystemError.last("pipe").code
      ends.reading.close()
      ends.writing.close()
      throw .noTerminal(.failed(code: code))
    }
    wakeUp = ends.writing
    let listener = Listener(
      input: ByteStream(input), signals: SignalPipe(ByteStream(signals)), wakeUp: ends.reading, events: events
    )
    DispatchQueue(label: "settings.plain-editor").async { listener.run() }
  }

  /// Stops listening.
  func cancel() {
    // The thread notices that the pipe is closed, and ends.
    wakeUp.close()
    cterminal_release_signals()
  }
}

/// The work of the thread.
private struct Listener: Sendable {
  let input: ByteStream
  let signals: SignalPipe
  let wakeUp: ByteStream
  let events: AsyncStream<PlainEvent>.Continuation

  func run() {
    var collected: [UInt8] = []
    var listensToInput = true
    while true {
      let ready = ByteStream.wait(for: [wakeUp, signals.stream] + (listensToInput ? [input] : []))
      if ready.contains(wakeUp) { break }
      if ready.contains(signals.stream) { readSignals() }
      if ready.contains(input) { listensToInput = readLines(&collected) }
    }
    wakeUp.close()
  }

  /// Reads what is available; returns `false` at the end of the input.
  private func readLines(_ collected: inout [UInt8]) -> Bool {
    switch input.readAvailable() {
    case .bytes(let bytes):
      collected += bytes
      let lines = collected.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() { tell(line) }
      collected = Array(lines.last ?? [])
    case .nothingYet: break
    case .ended:
      if !collected.isEmpty { tell(collected[...]) }
      events.yield(.ended)
      return false
    }
    return true
  }

  private func tell(_ line: ArraySlice<UInt8>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    events.yield(.line(String(decoding: text, as: UTF8.self)))
  }

  private func readSignals() {
    for signal in signals.waitingSignals() {
      switch signal {
      case .windowChange: break
      case .stop:
        // Other programs need visible input while this one is stopped.
        input.setEcho(true)
        cterminal_stop_process()
      case .resume: events.yield(.continued)
      default: events.yield(.signal(signal.rawValue))
      }
    }
  }
}
