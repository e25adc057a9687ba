import Testing

@testable import SettingsGenCore

@Suite struct LexerTests {
  /// The kind and the text of each token.
  private func tokens(_ text: String) -> [String] {
    let file = SourceFile(path: "A.swift", text: text)
    var reader = TokenReader(file, range: SourceRange(start: 0, end: file.count))
    var tokens: [String] = []
    while !reader.isAtEnd {
      tokens.append(file.text(reader.token.range))
      reader.advance()
    }
    return tokens
  }

  @Test(
    "A literal is one token, regardless of its content",
    arguments: [
      "\"\"", "\"a\\\"b\"", "\"\\(x)\"", "\"\\(f(\"\\(y)\"))\"", "\"\\(a ? \"(\" : \")\") )\"", "#\"\"#",
      "#\"a\"b\"#",
      "#\"\\(x)\\#(y)\"#", "##\"a\"#b\"##", "#\"\"\"#", "\"\"\"\n a \"b\" \"\"\\\"\n \"\"\"",
      "#\"\"\"\n \"\"\" \n \"\"\"#",
      "\"\"\"\n \\(\"\"\"\n x\n \"\"\")\n \"\"\"", "\"\\(/* ) */ 1)\"", "/a b/", "/[\\/(]\\)/", "/(a)/",
      "#/a/b/#",
      "##/ /# /##", "#/\n a /* b\n/#", "1_000.5e-3", "0xFF.8p+2", "1.5", "`a b`", "`default`", "0b1_0",
    ])
  func literals(text: String) {
    #expect(tokens(text) == [text])
    #expect(tokens("x = (\(text)) + y") == ["x", "=", "(", text, ")", "+", "y"])
  }

  @Test("A slash after an operand divides")
  func division() {
    #expect(tokens("a / b / c") == ["a", "/", "b", "/", "c"])
    #expect(tokens("a/b/c") == ["a", "/", "b", "/", "c"])
    #expect(tokens("(a)/b/c") == ["(", "a", ")", "/", "b", "/", "c"])
    #expect(tokens("x[1]/b/c") == ["x", "[", "1", "]", "/", "b", "/", "c"])
    #expect(tokens("a!/b/c") == ["a", "!/", "b", "/", "c"])
    #expect(tokens("return /b/") == ["return", "/b/"])
    #expect(tokens("reduce(1, /)") == ["reduce", "(", "1", ",", "/", ")"])
    #expect(tokens("f(/x) + g(/y)").contains("/") == true)
  }

  @Test("Comments nest, and are kept between tokens")
  func comments() {
    #expect(tokens("a /* /* */ \" */ b // c \"\n d") == ["a", "b", "d"])
    #expect(tokens("a /**/ b /***/ c") == ["a", "b", "c"])
    #expect(tokens("#!/usr/bin/swift \"\na") == ["a"])
    #expect(tokens("\u{FEFF}a") == ["a"])
  }

  @Test("Operators end before comments; dots are members or operators")
  func operators() {
    #expect(tokens("a +// b\n c") == ["a", "+", "c"])
    #expect(tokens("a+/* b */c") == ["a", "+", "c"])
    #expect(tokens("0..<10 a.b ...5") == ["0", "..<", "10", "a", ".", "b", "...", "5"])
    #expect(tokens("x.0.1") == ["x", ".", "0.1"])
  }

  @Test(
    "Syntax that never ends is reported where it starts",
    arguments: [
      ("struct A { var a = \"x\n}", 19), ("struct A { /* /* */ }", 11), ("struct A {", 9),
      ("struct A { func f() { }", 9),
      ("struct A { func f() { (", 20), ("struct A { var a = \"\"\"\n x \"\"", 19), ("let a = #/\n x", 8),
    ])
  func unterminated(text: String, offset: Int) {
    let found = Parser.parse(SourceFile(path: "A.swift", text: text))
    #expect(found.problems.map(\.offset) == [offset])
  }

  @Test("The classes of bytes agree with Swift's grammar")
  func bytes() {
    for byte in UInt8.min...127 {
      let character = Character(UnicodeScalar(byte))
      #expect(byte.isOperator == "/=-+!*%<>&|^~?".contains(character))
      #expect(byte.isDigit == ("0"..."9").contains(character))
      #expect(byte.isIdentifier == (character.isLetter || character.isNumber || "_$".contains(character)))
    }
  }
}
