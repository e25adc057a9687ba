import TestSupport
import Testing

@testable import SettingsTUI

@Suite("Decoding what a terminal sends")
struct KeyDecoderTests {
  static let sequences: [(bytes: String, events: [InputEvent])] = [
    ("a", [.key(Key("a"))]),
    ("é", [.key(Key("é"))]),
    ("日", [.key(Key("日"))]),
    ("👍", [.key(Key("👍"))]),
    ("\r", [.key(Key(.enter))]),
    ("\t", [.key(Key(.tab))]),
    ("\u{7F}", [.key(Key(.backspace))]),
    ("\u{8}", [.key(Key(.backspace))]),
    ("\u{1}", [.key(.control("a"))]),
    ("\u{1A}", [.key(.control("z"))]),
    ("\u{1B}[A", [.key(Key(.up))]),
    ("\u{1B}OB", [.key(Key(.down))]),
    ("\u{1B}[1;5C", [.key(Key(.right, modifiers: .control))]),
    ("\u{1B}[1;3D", [.key(Key(.left, modifiers: .alt))]),
    ("\u{1B}[1;2A", [.key(Key(.up, modifiers: .shift))]),
    ("\u{1B}[H", [.key(Key(.home))]),
    ("\u{1B}OF", [.key(Key(.end))]),
    ("\u{1B}[1~", [.key(Key(.home))]),
    ("\u{1B}[8~", [.key(Key(.end))]),
    ("\u{1B}[3~", [.key(Key(.delete))]),
    ("\u{1B}[3;5~", [.key(Key(.delete, modifiers: .control))]),
    ("\u{1B}[5~", [.key(Key(.pageUp))]),
    ("\u{1B}[6~", [.key(Key(.pageDown))]),
    ("\u{1B}OP", [.key(Key(.function(1)))]),
    ("\u{1B}[[A", [.key(Key(.function(1)))]),
    ("\u{1B}[11~", [.key(Key(.function(1)))]),
    ("\u{1B}[24~", [.key(Key(.function(12)))]),
    ("\u{1B}[Z", [.key(Key(.tab, modifiers: .shift))]),
    ("\u{1B}[7^", [.key(Key(.home, modifiers: .control))]),
    ("\u{1B}[7$", [.key(Key(.home, modifiers: .shift))]),
    ("\u{1B}b", [.key(.alt("b"))]),
    ("\u{1B}é", [.key(.alt("é"))]),
    ("\u{1B}\u{7F}", [.key(Key(.backspace, modifiers: .alt))]),
    ("\u{1B}\u{1B}[A", [.key(Key(.up, modifiers: .alt))]),
    ("\u{1B}[97;5u", [.key(.control("a"))]),
    ("\u{1B}[13;2u", [.key(Key(.enter, modifiers: .shift))]),
    ("\u{1B}[27;5;9~", [.key(Key(.tab, modifiers: .control))]),
    ("\u{1B}[I", []),
    // A longer sequence than any key has is dropped as a whole.
    ("\u{1B}[" + String(repeating: "1;", count: 60) + "~", []),
    ("\u{1B}[?62;c", []),
    ("\u{1B}]0;title\u{7}", []),
    ("\u{1B}]11;rgb:00/00/00\u{1B}\\", [.background(.dark)]),
    ("\u{1B}]11;rgb:ffff/ffff/dddd\u{7}", [.background(.light)]), ("\u{1B}]11;rgb:ffff\u{7}", []),
    ("\u{1B}[<0;3;5M", [.press(Point(x: 2, y: 4))]),
    ("\u{1B}[<0;3;5m", []),
    ("\u{1B}[<64;10;1M", [.scroll(up: true, at: Point(x: 9, y: 0))]),
    ("\u{1B}[<65;300;200M", [.scroll(up: false, at: Point(x: 299, y: 199))]),
    ("\u{1B}[200~a\rb\r\nq\u{1B}[A\u{1B}[201~", [.paste("a\nb\nq\u{1B}[A")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
  ]

  @Test("Every sequence is one event", arguments: sequences.indices)
  func decodes(_ index: Int) {
    var decoder = KeyDecoder()
    let (bytes, events) = Self.sequences[index]
    #expect(decoder.decode(bytes.utf8) == events)
    #expect(decoder.wait(afterEscape: 40) == nil)
  }

  @Test("A sequence cut at any byte decodes the same")
  func cutAnywhere() {
    let bytes = Array(Self.sequences.map(\.bytes).joined().utf8)
    let expected = Self.sequences.flatMap(\.events)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      let events = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
      #expect(events == expected, "cut at \(cut)")
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.decode([$0]) } == expected)
  }

  @Test("Any bytes decode without a crash, however they are cut")
  func anyBytes() {
    let seed = SeededRandom.testSeed
    var random = SeededRandom(seed: seed)
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x3B, 0x3C, 0x31, 0x32, 0x30, 0x7E, 0x4D, 0xE2, 0x82, 0xAC, 0xFF, 0x41,
    ]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...20, using: &random)
      let bytes = (0..<count).map { _ in
        Bool.random(using: &random)
          ? alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      var whole = KeyDecoder()
      let expected = whole.decode(bytes) + whole.flush()
      var parts = KeyDecoder()
      let got = bytes.flatMap { parts.decode([$0]) } + parts.flush()
      #expect(got == expected, "SETTINGS_SEED=\(seed), bytes \(bytes)")
    }
  }

  @Test("An Esc with nothing after it is the key, once no more bytes came")
  func loneEscape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.wait(afterEscape: 40) == 40)
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(decoder.wait(afterEscape: 40) == nil)
  }

  @Test("An arrow key in two reads is the arrow key, not Esc")
  func splitArrow() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, 0x5B]).isEmpty)
    #expect(decoder.wait(afterEscape: 40) == 1000)
    #expect(decoder.decode([0x41]) == [.key(Key(.up))])
  }

  @Test("A truncated character is shown as a replacement, and the next one is decoded")
  func malformedText() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE2, 0x82, 0x61]) == [.key(Key("\u{FFFD}")), .key(Key("a"))])
    #expect(decoder.decode([0xFF]) == [.key(Key("\u{FFFD}"))])
  }

  @Test("Pasted text that looks like keys stays text")
  func pasteIsLiteral() {
    var decoder = KeyDecoder()
    let events = decoder.decode("\u{1B}[200~q\u{3}\u{1B}\u{1B}[201~x".utf8)
    #expect(events == [.paste("q\u{3}\u{1B}"), .key(Key("x"))])
  }

  @Test("Pasted text whose end is lost ends after a while, and the keys after it are keys")
  func endlessPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~a\rb".utf8).isEmpty)
    #expect(decoder.wait(afterEscape: 40) == 5000)
    #expect(decoder.flush() == [.paste("a\nb")])
    #expect(decoder.decode([0x3]) == [.key(.control("c"))] && decoder.wait(afterEscape: 40) == nil)
  }
}
