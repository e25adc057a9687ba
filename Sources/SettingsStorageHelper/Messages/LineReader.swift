import SettingsSystem

/// Reads the lines of a stream.
struct LineReader {
  private let stream: ByteStream
  private var bytes: [UInt8] = []
  /// The number of bytes at the start that have no line feed.
  private var searched = 0

  init(_ stream: ByteStream) {
    self.stream = stream
  }

  /// Returns the next line without its line feed; `nil` at the end, where an incomplete line is ignored.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = bytes[searched...].firstIndex(of: HelperProtocol.lineFeed) {
        defer {
          bytes.removeFirst(end + 1)
          searched = 0
        }
        return Array(bytes[..<end])
      }
      searched = bytes.count
      switch stream.readAvailable() {
      case .bytes(let more): bytes += more
      case .nothingYet: _ = ByteStream.wait(for: [stream])
      case .ended: return nil
      }
    }
  }
}
