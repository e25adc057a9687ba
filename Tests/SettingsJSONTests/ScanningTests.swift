import Testing

@testable import SettingsJSON

@Suite("Searching bytes, sixteen at a time")
struct ScanningTests {
  /// Returns strings of one byte with another one at each place, for all sizes up to three steps of the search.
  private func strings(of byte: UInt8, among other: UInt8) -> [(bytes: [UInt8], place: Int)] {
    (1...50).flatMap { count in
      (0..<count).map { place in
        var bytes = [UInt8](repeating: other, count: count)
        bytes[place] = byte
        return (bytes, place)
      }
    }
  }

  @Test(
    "Given any byte in plain text, when the end of the plain text is searched, then a special byte is found, and no other"
  )
  func plainText() {
    for byte in UInt8.min ... .max {
      let isSpecial = byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5c
      let wrong = strings(of: byte, among: UInt8(ascii: "a")).filter { bytes, place in
        bytes.withUnsafeBufferPointer { JSONBytes.endOfPlainText(in: $0, from: 0) }
          != (isSpecial ? place : bytes.count)
      }
      #expect(wrong.isEmpty, "byte \(byte)")
    }
  }

  @Test(
    "Given any byte in white space, when the end of the white space is searched, then each visible byte is found"
  )
  func space() {
    for byte in UInt8.min ... .max {
      let isSpace = [0x20, 0x09, 0x0a, 0x0d].contains(byte)
      for other in [UInt8(0x20), 0x09, 0x0a, 0x0d] {
        let wrong = strings(of: byte, among: other).filter { bytes, place in
          bytes.withUnsafeBufferPointer { JSONBytes.endOfSpace(in: $0, from: 0) }
            != (isSpace ? bytes.count : place)
        }
        #expect(wrong.isEmpty, "byte \(byte)")
      }
    }
  }

  @Test("Given two strings that differ in one byte, when they are compared, then they aren't equal")
  func equality() {
    for (bytes, place) in strings(of: UInt8(ascii: "b"), among: UInt8(ascii: "a")) {
      var other = bytes
      other[place] = UInt8(ascii: "a")
      let padded = [0] + bytes
      padded.withUnsafeBufferPointer { padded in
        bytes.withUnsafeBufferPointer { #expect(JSONBytes.areEqual(padded, at: 1, text: $0)) }
        other.withUnsafeBufferPointer { #expect(!JSONBytes.areEqual(padded, at: 1, text: $0)) }
      }
    }
  }

  @Test(
    "Given dense text, when it is parsed, then the index has every token",
    arguments: [0, 1, 2, 3, 17, 1000, 40_000])
  func dense(count: Int) throws {
    let numbers = Array(repeating: "1", count: count).joined(separator: ",")
    let document = try JSONDocument(parsing: Array("[\(numbers)]".utf8))
    #expect(document.root.count == count)
    #expect(document.root.value == .array(Array(repeating: 1, count: count)))
  }
}
