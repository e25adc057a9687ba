import SettingsEditing
import SettingsSystem
import Testing

@testable import SettingsCommands

/// What a command prints.
@Suite struct ConsoleTests {
  private let hostile = "a\u{1B}[2J\u{202E}b"

  @Test("Only terminals with colors get colors")
  func colors() {
    for (terminals, hasColors) in [([], true), ([.output], false), ([.error], true)]
      as [(Set<StandardStream>, Bool)]
    {
      let streams = RecordedStreams(terminals: terminals, hasColors: hasColors)
      Console(streams: streams).print("\("new", .new)")
      #expect(streams.output == "new\n")
    }
    let streams = RecordedStreams(terminals: [.output], hasColors: true)
    Console(streams: streams).print("port: \("new", .new)")
    #expect(streams.output == "port: \u{1B}[32mnew\u{1B}[0m\n")
  }

  @Test("Prose shows control characters in data, even in a pipe, and keeps data on its line")
  func prose() {
    let streams = RecordedStreams()
    Console(streams: streams).report("\(hostile + "\n"): no\nsuch file")
    #expect(streams.errors == "a^[[2J<U+202E>b^J: no\nsuch file\n")
    #expect(streams.output.isEmpty)
  }

  @Test("Values are exact in a pipe; a terminal shows their control characters")
  func exact() {
    let pipe = RecordedStreams()
    Console(streams: pipe).printExact(hostile)
    #expect(pipe.output == hostile + "\n")
    let terminal = RecordedStreams(terminals: [.output])
    Console(streams: terminal).printExact(hostile)
    #expect(terminal.output == "a^[[2J<U+202E>b\n")
  }

  @Test("The content of a file is exact in a pipe, JSON or not; a terminal shows its control characters")
  func document() {
    let content = Array("{} // \(hostile)\r\n".utf8) + [0xFF, 0x9B]
    let pipe = RecordedStreams()
    Console(streams: pipe).print(document: content)
    #expect(pipe.output == String(decoding: content, as: UTF8.self))
    let terminal = RecordedStreams(terminals: [.output])
    Console(streams: terminal).print(document: content)
    #expect(terminal.output == "{} // a^[[2J<U+202E>b\n\u{FFFD}\u{FFFD}")
  }

  @Test(
    "Only y and yes agree",
    arguments: [("y", true), ("YES\n", true), ("", false), ("\n", false), ("yep\n", false)])
  func question(answer: String, agrees: Bool) {
    let streams = RecordedStreams(input: answer)
    #expect(Console(streams: streams).confirms("Apply? ") == agrees)
    #expect(streams.output == "Apply? ")
  }

  @Test("Input is read to its end, up to a limit")
  func input() throws {
    let text = String(repeating: "0123456789", count: 10)
    #expect(try Console(streams: RecordedStreams(input: text)).readInput("input") == Array(text.utf8))
    let failure = #expect(throws: Failure.self) {
      let text = String(repeating: "x", count: InputLimits.documentSize + 1)
      _ = try Console(streams: RecordedStreams(input: text)).readInput("input")
    }
    #expect(
      failure?.status == .dataError
        && failure?.message.plain.hasPrefix("input has more than 67108864") == true)
  }
}
