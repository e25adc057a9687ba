import CTerminal
import Dispatch
import Settings
import SettingsSystem

/// What happens while the plain editor waits.
enum PlainEvent: Sendable {
  /// A line was typed; without its end.
  case line(String)
  /// There are no more lines.
  case ended
  /// The process is to end; the signal's number.
  case signal(Int32)
  /// The process was stopped and goes on: what was asked has scrolled away.
  case continued
  /// What the editor wanted to be stored was stored, or not.
  case stored(EditorEffect.Report)
  /// There may be something to tell that nobody asked for.
  case tick
  /// What is staged could not be kept in a file.
  case notKept
}

/// Listens for lines and signals, without polling and without holding up the main actor.
///
/// A thread waits for what comes. A dispatch source would not do: on Linux it says nothing when the other end of a pipe is
/// closed after all was read.
struct PlainEvents: Sendable {
  private let wakeUp: ByteStream

  /// Begins to listen; what happens goes to the stream, in order.
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
      input: ByteStream(input), signals: ByteStream(signals), wakeUp: ends.reading, events: events)
    DispatchQueue(label: "settings.plain-editor").async { listener.run() }
  }

  /// Stops listening; what comes later is left to others.
  func cancel() {
    // The thread sees that the pipe is closed, and ends.
    wakeUp.close()
    cterminal_release_signals()
  }
}

/// The thread's part.
private struct Listener: Sendable {
  let input: ByteStream
  let signals: ByteStream
  let wakeUp: ByteStream
  let events: AsyncStream<PlainEvent>.Continuation

  func run() {
    var collected: [UInt8] = []
    var listensToInput = true
    while true {
      let ready = ByteStream.wait(for: [wakeUp, signals] + (listensToInput ? [input] : []))
      if ready.contains(wakeUp) { break }
      if ready.contains(signals) { readSignals() }
      if ready.contains(input) { listensToInput = readLines(&collected) }
    }
    wakeUp.close()
  }

  /// Reads what is there; `false` if there is no more.
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
    guard case .bytes(let numbers) = signals.readAvailable() else { return }
    for number in numbers.map(Int32.init) {
      switch Signal(rawValue: number) {
      case .windowChange: break
      case .stop:
        // Others are to see what is typed meanwhile.
        input.setEcho(true)
        cterminal_stop_process()
      case .resume: events.yield(.continued)
      default: events.yield(.signal(number))
      }
    }
  }
}
