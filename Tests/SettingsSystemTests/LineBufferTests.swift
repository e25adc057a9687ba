import SettingsSystem
import Testing

@Suite("The lines of another program")
struct LineBufferTests {
  @Test(
    "are complete, and none is longer than the limit, whatever the pieces are in which it comes",
    arguments: [
      (["ab\nc", "d\n\n", "e"], ["ab", "cd"]), (["abcd\nabcd"], ["abcd"]),
      (["ab", "cde"], nil), (["abcde\n"], nil), (["ab", "cde\nx\n"], nil), (["x\nabcde"], nil),
    ] as [([String], [String]?)])
  func limit(pieces: [String], expected: [String]?) {
    var buffer = LineBuffer(atMost: 4)
    var lines: [String]? = []
    for piece in pieces {
      let more = buffer.add(Array(piece.utf8))?.map { String(decoding: $0, as: UTF8.self) }
      lines = more.flatMap { more in lines.map { $0 + more } }
    }
    #expect(lines == expected)
  }
}
