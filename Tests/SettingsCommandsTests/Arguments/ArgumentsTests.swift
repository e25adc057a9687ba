import Testing

@testable import SettingsCommands

/// Options and operands.
@Suite struct ArgumentsTests {
  private let accepted: [Option] = [.schema, .message, .timeLimit, .yes]

  private func parse(_ words: String...) throws -> Arguments {
    try Arguments(words, accepting: accepted)
  }

  @Test("Options can precede and follow operands")
  func order() throws {
    let arguments = try parse("--yes", "file", "--schema", "form", "path")
    #expect(arguments.operands == ["file", "path"])
    #expect(arguments.has(.yes) && !arguments.has(.message))
    #expect(arguments[.schema] == "form" && arguments[.message] == nil)
  }

  @Test("An option's value can be attached, and contain an equals sign")
  func attached() throws {
    #expect(try parse("--message=a=b")[.message] == "a=b")
  }

  @Test("A value can start with a dash unless it is an option")
  func dashes() throws {
    #expect(try parse("--message", "-x")[.message] == "-x")
    #expect(throws: Failure.self) { try parse("--message", "--yes") }
  }

  @Test("After -- every word is an operand, and - alone is one, too")
  func end() throws {
    #expect(try parse("-", "--", "--yes", "--").operands == ["-", "--yes", "--"])
  }

  @Test(
    "Seconds are whole numbers from 1 to one year", arguments: ["0", "-1", "1.5", "soon", "31536001", ""])
  func seconds(text: String) throws {
    #expect(try parse("--time-limit", "31536000").seconds(.timeLimit) == .seconds(31_536_000))
    #expect(try parse().seconds(.timeLimit) == nil)
    #expect(throws: Failure.self) { try parse("--time-limit=\(text)").seconds(.timeLimit) }
  }
}
