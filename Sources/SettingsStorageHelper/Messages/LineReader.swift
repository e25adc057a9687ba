import SettingsSystem

/// Reads the lines of a stream.
struct LineReader {
  private let stream: ByteStream
  private var buffer = LineBuffer()
  private var lines: ArraySlice<ArraySlice<UInt8>> = []

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  /// Returns the next line that isn't empty; `nil` at the end, where an incomplete line is ignored.
  mutating func next() -> ArraySlice<UInt8>? {
    while lines.isEmpty {
      switch stream.readAvailable() {
      case .bytes(let more): lines = buffer.add(more)[...]
      case .nothingYet: _ = ByteStream.wait(for: [stream])
      case .ended: return nil
      }
    }
    return lines.removeFirst()
  }
}
