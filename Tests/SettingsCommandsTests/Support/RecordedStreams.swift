import SettingsSystem
import Synchronization

@testable import SettingsCommands

/// Streams with a given input, which record what is written.
///
///     RecordedStreams(input: "y\n", terminals: [.input, .output])    somebody who answers "yes" at a terminal
///     RecordedStreams()                                              a script: no terminal, no input
///
/// A command behaves by which streams are terminals, so a test says so. `output` and `errors` are all that was written until now;
/// ``wait(for:)`` is for commands that don't end, such as `watch`.
final class RecordedStreams: StandardStreams {
  private struct State {
    var input: ArraySlice<UInt8>
    var output = ""
    var errors = ""
    var started: [[String]] = []
    var waiting: [(text: String, stream: StandardStream, continuation: CheckedContinuation<Void, Never>)] = []

    func has(_ text: String, on stream: StandardStream) -> Bool {
      (stream == .error ? errors : output).contains(text)
    }
  }

  private let state: Mutex<State>
  private let terminals: Set<StandardStream>
  let hasColors: Bool
  let windowWidth: Int?

  /// Creates streams.
  ///
  /// - Parameters:
  ///   - input: What is read, line by line or as a whole; each line once.
  ///   - terminals: The streams that are terminals.
  ///   - hasColors: Whether terminals get styles.
  ///   - windowWidth: The width to which tables are cut; `nil` for none.
  init(
    input: String = "", terminals: Set<StandardStream> = [], hasColors: Bool = false, windowWidth: Int? = nil
  ) {
    state = Mutex(State(input: Array(input.utf8)[...]))
    self.terminals = terminals
    self.hasColors = hasColors
    self.windowWidth = windowWidth
  }

  var output: String { state.withLock { $0.output } }
  var errors: String { state.withLock { $0.errors } }
  /// The arguments of the processes that the command would have left behind, such as `__watch` with its file.
  var started: [[String]] { state.withLock { $0.started } }

  /// Waits until the output, or the errors, have a text.
  func wait(for text: String, on stream: StandardStream = .output) async {
    await withCheckedContinuation { continuation in
      let hasText = state.withLock { state in
        if state.has(text, on: stream) { return true }
        state.waiting.append((text, stream, continuation))
        return false
      }
      if hasText { continuation.resume() }
    }
  }

  func note(started arguments: [String]) { state.withLock { $0.started.append(arguments) } }

  func isTerminal(_ stream: StandardStream) -> Bool { terminals.contains(stream) }

  func write(_ text: String, to stream: StandardStream) {
    let ready = state.withLock { state in
      if stream == .error { state.errors += text } else { state.output += text }
      let ready = state.waiting.filter { state.has($0.text, on: $0.stream) }
      state.waiting.removeAll { [state] in state.has($0.text, on: $0.stream) }
      return ready
    }
    for waiting in ready { waiting.continuation.resume() }
  }

  func write(_ bytes: [UInt8], to stream: StandardStream) {
    write(String(decoding: bytes, as: UTF8.self), to: stream)
  }

  func readLine() -> String? {
    state.withLock { state in
      guard !state.input.isEmpty else { return nil }
      let line = state.input.prefix { $0 != UInt8(ascii: "\n") }
      state.input = state.input.dropFirst(line.count + 1)
      return String(decoding: line, as: UTF8.self)
    }
  }

  func readAll(atMost limit: Int) throws(SystemCallError) -> [UInt8] {
    let bytes = state.withLock { state in
      defer { state.input = [] }
      return Array(state.input)
    }
    guard bytes.count <= limit else { throw .tooLarge }
    return bytes
  }
}
