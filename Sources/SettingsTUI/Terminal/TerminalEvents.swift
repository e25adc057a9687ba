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
@MainActor
final class TerminalEvents {
  private let input: any DispatchSourceRead
  private let signals: any DispatchSourceRead
  private var timer: (any DispatchSourceTimer)?
  private var decoder = KeyDecoder()
  private let descriptor: Int32
  private let escapeDelay: Int
  private let handler: @MainActor (TerminalEvent) -> Void
  private var isActive = true

  /// Starts listening; the descriptors must stay open until ``cancel()`` returns.
  init(
    input: Int32, signals: Int32, escapeDelay: Int, handler: @escaping @MainActor (TerminalEvent) -> Void
  ) {
    self.handler = handler
    descriptor = input
    self.escapeDelay = escapeDelay
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

  /// Stops listening.
  func cancel() {
    guard isActive else { return }
    isActive = false
    timer?.cancel()
    input.cancel()
    signals.cancel()
  }

  /// Reads what has arrived.
  ///
  /// - Parameter milliseconds: How long to wait for something to arrive.
  func readInput(waiting milliseconds: Int32 = 0) {
    while !ByteStream.wait(for: [ByteStream(descriptor)], atMost: milliseconds).isEmpty, read(descriptor) {}
  }

  /// Reads and reports what has arrived; returns `false` if nothing has.
  private func read(_ descriptor: Int32) -> Bool {
    guard isActive else { return false }
    timer?.cancel()
    timer = nil
    switch ByteStream(descriptor).readAvailable() {
    case .bytes(let bytes):
      let events = decoder.decode(bytes)
      if let wait = decoder.wait { startTimer(wait, descriptor: descriptor) }
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
  /// sequence arrives late, so the delay is a parameter.
  private func startTimer(_ wait: KeyDecoder.Wait, descriptor: Int32) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let milliseconds =
      switch wait {
      case .brief: escapeDelay
      case .long: 1000
      case .longest: 5000
      }
    timer.schedule(deadline: .now() + .milliseconds(milliseconds))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.isActive else { return }
        self.timer = nil
        // On a busy machine, the rest might have arrived in time but not been read yet.
        guard ByteStream.wait(for: [ByteStream(descriptor)], atMost: 0).isEmpty else {
          _ = self.read(descriptor)
          return
        }
        let events = self.decoder.flush()
        if !events.isEmpty { self.handler(.input(events)) }
      }
    }
    timer.activate()
    self.timer = timer
  }

  private func readSignals(_ descriptor: Int32) {
    guard isActive else { return }
    for signal in SignalPipe(ByteStream(descriptor)).waitingSignals() {
      switch signal {
      case .windowChange: handler(.resized)
      case .stop: handler(.stopRequested)
      case .resume: handler(.continued)
      default: handler(.ended(signal: signal.rawValue))
      }
    }
  }
}

/// An event of the terminal or the system.
enum TerminalEvent: Hashable, Sendable {
  /// Input from a person: all that arrived together, in order.
  case input([InputEvent])
  /// The size of the window has changed.
  case resized
  /// Another process asks to stop, as Ctrl-Z does.
  case stopRequested
  /// The process was stopped and has been continued.
  case continued
  /// The process was asked to end, or the terminal was closed; the value is the signal's number.
  case ended(signal: Int32)
}

/// Input from a person at the terminal, or from the terminal itself.
enum InputEvent: Hashable, Sendable {
  /// A key press.
  case key(Key)
  /// Pasted text; never interpreted as keys.
  case paste(String)
  /// A mouse event.
  case mouse(Mouse)
  /// The terminal's reply about its background.
  case background(Theme.Background)

  /// A mouse event.
  struct Mouse: Hashable, Sendable {
    /// The action of the mouse.
    enum Action: Hashable, Sendable {
      case press
      case scrollUp
      case scrollDown
    }

    var action: Action
    var place: Point
  }
}
