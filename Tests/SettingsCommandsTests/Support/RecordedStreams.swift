import SettingsSystem
import Synchronization

@testable import SettingsCommands

/// Streams with a given input, which record what is written.
final class RecordedStreams: StandardStreams {
  private struct State {
    var input: ArraySlice<UInt8>
    var output = ""
    var errors = ""
  }

  private let state: Mutex<State>
  private let terminals: Set<StandardStream>
  let hasColors: Bool
  let windowWidth: Int?

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

  func isTerminal(_ stream: StandardStream) -> Bool { terminals.contains(stream) }

  func write(_ text: String, to stream: StandardStream) {
    state.withLock { if stream == .error { $0.errors += text } else { $0.output += text } }
  }

  func readLine() -> String? {
    state.withLock { state in
      guard !state.input.isEmpty else { return nil }
      let line = state.input.prefix { $0 != UInt8(ascii: "\n") }
      state.input = state.input.dropFirst(line.count + 1)
      return String(decoding: line, as: UTF8.self)
    }
  }

  func readAll(atMost limit: Int) throws(SystemError) -> [UInt8] {
    let bytes = state.withLock { state in
      defer { state.input = [] }
      return Array(state.input)
    }
    guard bytes.count <= limit else { throw .tooLarge("read") }
    return bytes
  }
}
