import Testing

@testable import SettingsGenCore

@Suite struct ParserTests {
  /// The stored properties as `name: type = value`.
  private func properties(_ members: String) -> [String] {
    let file = SourceFile(path: "A.swift", text: "struct A {\n\(members)\n}")
    let found = Parser.parse(file)
    #expect(found.problems == [])
    #expect(found.types.first?.end == file.count)
    return (found.types.first?.properties ?? []).filter { $0.isStored }.map { property in
      let type = property.type.isEmpty ? "" : ": " + file.text(property.type)
      let value = property.value.isEmpty ? "" : " = " + file.text(property.value)
      return file.text(property.name) + type + value
    }
  }

  @Test(
    "Properties are read with their types and initial values",
    arguments: [
      ("var a = 1", ["a = 1"]), ("var a: Int", ["a: Int"]),
      ("var a = 1, b: Int = 2, c = \"x\"", ["a = 1", "b: Int = 2", "c = \"x\""]),
      ("var a, b: Int", ["a: Int", "b: Int"]), ("var a,\n  b: Int", ["a: Int", "b: Int"]),
      ("var a: Int?=nil", ["a: Int? = nil"]),
      ("var a: [String: Set<Int>]? = [:]", ["a: [String: Set<Int>]? = [:]"]),
      ("var a: A.B<C>.D = x", ["a: A.B<C>.D = x"]),
      ("var a: (Int) throws -> Void = f", ["a: (Int) throws -> Void = f"]),
      (
        "var a: @Sendable (Int) async -> any P & Q\nvar b = 1",
        ["a: @Sendable (Int) async -> any P & Q", "b = 1"]
      ),
      ("var `default` = 1", ["`default` = 1"]), ("var (a, b) = (1, 2)", ["(a, b) = (1, 2)"]),
      ("var a = 1; var b = 2", ["a = 1", "b = 2"]), ("var a: Int { 1 }\nvar b = 1", ["b = 1"]),
      ("var a: Int { get { 1 } set {} }\nvar b = 1", ["b = 1"]),
      ("var a = 1 { didSet { x() } }\nvar b = 1", ["a = 1", "b = 1"]),
      ("var a: Int = 1\n{\n willSet { } }\nvar b = 1", ["a: Int = 1", "b = 1"]),
      ("var a: Int { @inlinable didSet {} }\nvar b = 1", ["a: Int", "b = 1"]),
      ("var a = { 1 }()\nvar b = 1", ["a = { 1 }()", "b = 1"]),
      ("var a = f { $0 } g: { $1 }\nvar b = 1", ["a = f { $0 } g: { $1 }", "b = 1"]),
      (
        "var a = x\n  .map { $0 }\n  .first ?? 1\nvar b = 1",
        ["a = x\n  .map { $0 }\n  .first ?? 1", "b = 1"]
      ),
      ("var a = 1\n  + 2\nvar b = 1", ["a = 1\n  + 2", "b = 1"]),
      ("var a = x ? [1: 2] : y\nvar b = 1", ["a = x ? [1: 2] : y", "b = 1"]),
      (
        "var a = Set<Int>()\nvar b = Dictionary<String, [Int]>()",
        ["a = Set<Int>()", "b = Dictionary<String, [Int]>()"]
      ),
      ("var a = x < y, b = 1", ["a = x < y", "b = 1"]),
      ("var a = try! f() as! Int\nvar b = 1", ["a = try! f() as! Int", "b = 1"]),
      ("var a = if x { 1 } else { 2 }\nvar b = 1", ["a = if x { 1 } else { 2 }", "b = 1"]),
      (
        "var a = switch x { case .y: 1; default: 2 }\nvar b = 1",
        ["a = switch x { case .y: 1; default: 2 }", "b = 1"]
      ),
      ("var a = \\A.b.c\nvar b = 1", ["a = \\A.b.c", "b = 1"]),
      ("var a = #file\nvar b = #selector(f)", ["a = #file", "b = #selector(f)"]),
      ("var a = /x\\/{/\nvar b = 1", ["a = /x\\/{/", "b = 1"]),
      ("var a = -1\nvar b = !x", ["a = -1", "b = !x"]),
      ("@A(x: { 1 }) @B var a = 1\nvar b = 1", ["a = 1", "b = 1"]),
      ("public private(set) var a = 1", ["a = 1"]),
      ("nonisolated(unsafe) weak var a: B?", ["a: B?"]),
      ("var a = b as [Int]?\nvar c = 1", ["a = b as [Int]?", "c = 1"]),
      ("var a = x is Int ? 1 : 2\nvar b = 1", ["a = x is Int ? 1 : 2", "b = 1"]),
      ("var a = b...\nvar c = 1", ["a = b...", "c = 1"]),
    ])
  func properties(members: String, expected: [String]) {
    #expect(properties(members) == expected)
  }

  @Test("Members that aren't properties are skipped, regardless of their content")
  func others() {
    let members = """
      init?<T: P>(from x: T = { "}" }()) throws(E) where T: Q { let a = "{" }
      func f<T>(_ x: [T] = []) async throws -> some View where T: Equatable { struct Local { var z = 1 }; if x < 1 { } }
      static func < (l: A, r: A) -> Bool { l.x < r.x }
      subscript<T>(i: T) -> Int { get { 1 } set { } }
      deinit { }
      typealias X<T> = [T]
      #if DEBUG
      func g() { }
      #endif
      #warning("{")
      #Preview("x") { Text("}") }
      case notHere
      var a = 1
      """
    #expect(properties(members) == ["a = 1"])
  }

  @Test("Types nest to any depth without recursion")
  func nesting() {
    let depth = 20_000
    let text = (0..<depth).map { "struct S\($0) {" }.joined() + String(repeating: "}", count: depth)
    let found = Parser.parse(SourceFile(path: "A.swift", text: text))
    #expect(found.types.count == depth)
    #expect(found.problems == [])
  }

  @Test("Statements outside of types declare nothing and hide nothing")
  func statements() {
    let text = """
      import struct Foundation.URL
      #!not a shebang
      if let x = y, case .z = x { } else if a { } else { }
      for case let i in list where i > 1 { print(i) }
      guard let a = b else { fatalError() }
      repeat { } while a
      switch x { case .a: break; default: break }
      do { } catch let e { }
      defer { }
      infix operator +++: AdditionPrecedence
      precedencegroup P { higherThan: Q }
      struct A { var a = 1 }
      let t = f { struct B { } }
      class var C {}
      final class D { class var x: Int { 1 }; class func f() {} ; class E {} }
      extension [Int] { struct F {} }
      extension A.B where T == (Int) { struct G {} }
      protocol P { var x: Int { get }; associatedtype Q }
      actor H { }
      func actor() {}
      """
    let file = SourceFile(path: "A.swift", text: text)
    let found = Parser.parse(file)
    #expect(found.problems == [])
    #expect(
      found.types.map { file.text($0.name) } == ["A", "D", "E", "[Int]", "F", "A.B", "G", "P", "H"])
  }

  @Test("Inheritance, cases and #if clauses are read")
  func details() {
    let text = """
      @frozen public enum A: String, P & Q, @unchecked Sendable {
        indirect case a(Int = f("}")), b = "x"
        case c
        #if os(Linux) && !X
        case d
        #elseif Y
        case e
        #else
        case f
        #endif
      }
      """
    let file = SourceFile(path: "A.swift", text: text)
    let found = Parser.parse(file)
    let type = found.types[0]
    #expect(type.inherited.map { file.text($0) } == ["String", "P & Q", "@unchecked Sendable"])
    #expect(type.prefix.access == .public)
    #expect(type.cases.map { file.text($0.name) } == ["a", "b", "c", "d", "e", "f"])
    #expect(found.clauses.map { file.text($0.condition) } == ["os(Linux) && !X", "Y", ""])
    #expect(type.cases.map(\.clause) == [nil, nil, nil, 0, 1, 2])
  }

  @Test("Conformances with specifiers, attributes in #if blocks, and comments after #endif are read")
  func realWorld() {
    let text = """
      struct A: nonisolated P, @preconcurrency Q { var a = 1 }
      // Above.
      #if compiler(>=6)
      @frozen
      #endif
      struct B { var b = 1 }
      #if X
      #endif  // Not above.
      struct C { var c = 1 }
      """
    let file = SourceFile(path: "A.swift", text: text)
    let found = Parser.parse(file)
    #expect(found.types.map { file.text($0.name) } == ["A", "B", "C"])
    #expect(found.types[0].inherited.map { file.text($0) } == ["nonisolated P", "@preconcurrency Q"])
    #expect(
      found.types.map { $0.comments.leading.map { file.text(found.comments[$0].range) } } == [
        [], ["// Above."], [],
      ])
  }

  @Test("A stray brace is reported")
  func stray() {
    let found = Parser.parse(SourceFile(path: "A.swift", text: "struct A { } }"))
    #expect(found.problems == [SyntaxProblem(offset: 13, message: "this '}' closes nothing")])
  }
}
