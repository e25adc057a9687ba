import Dispatch
import SettingsSystem

/// Listens to the terminal's bytes and to signals, without polling.
///
///     terminal ─▶ bytes ─▶ KeyDecoder ─▶ .input([keys that arrived together])
///                             │ incomplete
///                             └▶ timer ─▶ flush: an Esc alone was the Esc key
///     signal ─▶ SignalPipe ─▶ .resized, .stopRequested, .continued, .ended
///
/// Handlers run on the main queue, which the main actor uses, too. What arrives in one read is reported as one event, so a held key or a
/// pasted text makes one frame and not hundreds.
///
/// Signals arrive as bytes in a pipe, because a handler of a signal may do hardly anything (POSIX, signal safety). The order between keys
/// and signals isn't known; among the keys, and among the signals, it is kept.
///
/// After ``cancel()``, no event is reported, also not by a timer that was already due.
@MainActor
final class TerminalEvents {
  private let input: any DispatchSourceRead
  private let signals: any DispatchSourceRead
  /// The wait for the rest of an incomplete sequence. Each read cancels it, also one that brings nothing new.
  private var timer: Task<Void, Never>?
  private var decoder = KeyDecoder()
  private let descriptor: Int32
  /// How long to wait after an Esc, in milliseconds: too short, and arrow keys over a slow line become Esc; too long, and Esc feels slow.
  private let escapeDelay: Int
  private let handler: @MainActor (TerminalEvent) -> Void
  private var isActive = true

  /// Starts listening on the main queue. The descriptors must stay open until ``cancel()`` returns.
  ///
  /// - Parameters:
  ///   - input: The terminal, in raw mode.
  ///   - signals: The pipe in which each signal is a byte.
  ///   - escapeDelay: How long an Esc waits for more bytes, in milliseconds.
  ///   - handler: Gets each event, in order.
  init(
    input: Int32, signals: Int32, escapeDelay: Int, handler: @escaping @MainActor (TerminalEvent) -> Void
  ) {
    self.handler = handler
    descriptor = input
    self.escapeDelay = escapeDelay
    // The main queue runs what belongs to the main actor, so the handlers may say that they are on it.
    self.input = DispatchSource.makeReadSource(fileDescriptor: input, queue: .main)
    self.signals = DispatchSource.makeReadSource(fileDescriptor: signals, queue: .main)
    self.input.setEventHandler { [weak self] in
      MainActor.assumeIsolated { _ = self?.read(input) }
    }
    self.signals.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readSignals(signals) }
    }
    self.input.activate()
    self.signals.activate()
  }

  /// Stops listening. The descriptors may be closed after that; a second call does nothing.
  func cancel() {
    guard isActive else { return }
    isActive = false
    timer?.cancel()
    input.cancel()
    signals.cancel()
  }

  /// Reads and reports what has arrived, until nothing more is there.
  ///
  /// - Parameter milliseconds: How long to wait for something to arrive, each time; with 0, only what is there already is read.
  func readInput(waiting milliseconds: Int32 = 0) {
    while !ByteStream.wait(for: [ByteStream(descriptor)], atMost: milliseconds).isEmpty, read(descriptor) {}
  }

  /// Reads and reports what has arrived; returns `false` if nothing has.
  ///
  /// The end of the input means that the terminal is gone, which is treated as the signal for it: some terminals close without sending one,
  /// and a source for a closed terminal would fire forever.
  private func read(_ descriptor: Int32) -> Bool {
    guard isActive else { return false }
    timer?.cancel()
    switch ByteStream(descriptor).readAvailable() {
    case .bytes(let bytes):
      // A key can be complete and the next one incomplete: both the events and the wait count.
      let events = decoder.decode(bytes)
      if let wait = decoder.wait(afterEscape: escapeDelay) { startTimer(wait, descriptor: descriptor) }
      if !events.isEmpty { handler(.input(events)) }
      return true
    case .nothingYet: return false
    case .ended:
      // The terminal was closed, even if the signal for it doesn't arrive.
      input.cancel()
      handler(.ended(signal: Signal.hangUp.rawValue))
      return false
    }
  }

  /// Starts a timer that decides whether an Esc with nothing after it was the Esc key, and ends sequences whose rest is lost.
  ///
  /// The byte of the Esc key also begins the sequences of all special keys. Only time can tell them apart: over a slow line, the rest of a
  /// sequence arrives late, so the delay is a parameter (`ESCDELAY`, 40 ms without it). In the middle of a sequence, the wait is a second:
  /// nobody types one by hand.
  private func startTimer(_ milliseconds: Int, descriptor: Int32) {
    timer = Task { [weak self] in
      guard (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil, !Task.isCancelled, let self,
        isActive
      else { return }
      // On a busy machine, the rest might have arrived in time but not been read yet.
      guard ByteStream.wait(for: [ByteStream(descriptor)], atMost: 0).isEmpty else {
        _ = read(descriptor)
        return
      }
      let events = decoder.flush()
      if !events.isEmpty { handler(.input(events)) }
    }
  }

  /// Reports the signals that wait in the pipe.
  private func readSignals(_ descriptor: Int32) {
    guard isActive else { return }
    for signal in SignalPipe(ByteStream(descriptor)).waitingSignals() { handler(TerminalEvent(signal)) }
  }
}

/// An event of the terminal or the system, as ``ScreenEditor`` takes it. Tests make them by hand.
enum TerminalEvent: Hashable, Sendable {
  /// Input from the user: all that arrived together, in order.
  case input([InputEvent])
  /// The size of the window has changed. The size itself is measured when the next frame is drawn.
  case resized
  /// Another process asks to stop, as Ctrl-Z does.
  case stopRequested
  /// The process was stopped and has been continued. Another program may have used the terminal, so everything is painted again.
  case continued
  /// The process was asked to end, or the terminal was closed; the value is the signal's number.
  ///
  /// The editor saves the draft and ends; the app decides what comes then (``EditorOutcome/Ending/signal(_:)``).
  case ended(signal: Int32)

  /// Creates the event of a signal. One without a case of its own, such as `SIGTERM` and `SIGHUP`, asks the process to end.
  init(_ signal: Signal) {
    self =
      switch signal {
      case .windowChange: .resized
      case .stop: .stopRequested
      case .resume: .continued
      default: .ended(signal: signal.rawValue)
      }
  }
}

/// Input from the user at the terminal, or from the terminal itself.
enum InputEvent: Hashable, Sendable {
  case key(Key)
  /// Pasted text, with line feeds as line ends; never interpreted as keys.
  case paste(String)
  /// The left button was pressed. Releases, motion and the other buttons aren't reported.
  case press(Point)
  /// The wheel was turned by one step.
  case scroll(up: Bool, at: Point)
  /// The terminal's reply about its background.
  case background(Theme.Background)
}
