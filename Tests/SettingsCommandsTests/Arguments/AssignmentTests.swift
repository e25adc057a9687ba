import SettingsEditing
import Testing

@testable import SettingsCommands

/// `PATH=VALUE`, `PATH:=JSON` and `PATH`.
@Suite struct AssignmentTests {
  @Test(
    "A word is split at the first equals sign outside quotation marks",
    arguments: [
      ("a.b=c", "a.b", false, "c"), ("a=b=c", "a", false, "b=c"), ("a:=[1]", "a", true, "[1]"),
      ("a=", "a", false, ""),
      (#""x=y"=z"#, #""x=y""#, false, "z"), (#""x\"=y"=z"#, #""x\"=y""#, false, "z"),
      ("/a/b=c", "/a/b", false, "c"), (#"/x"y/z=2"#, #"/x"y/z"#, false, "2"),
      (#"a"b=1"#, #"a"b"#, false, "1"),
      (#"a."b=c"=1"#, #"a."b=c""#, false, "1"),
      ("a.[b=c].d=1", "a.[b=c].d", false, "1"), ("[b=c]:=1", "[b=c]", true, "1"), ("[b=c", "[b", false, "c"),
      ("a.-=1", "a.-", false, "1"), ("-=1", "-", false, "1"),
    ])
  func parts(word: String, path: String, isJSON: Bool, value: String) throws {
    let parts = try #require(Assignment.parts(of: word))
    #expect(parts.path == path && parts.isJSON == isJSON && parts.value == value)
  }

  @Test(
    "A plus or minus before the operator is the operation",
    arguments: [
      ("a+=1", "a", .add, false), ("a-=1", "a", .remove, false), ("a+:=1", "a", .add, true),
      (#""a+"=1"#, #""a+""#, .set, false), ("/a/b-=1", "/a/b", .remove, false),
      ("/a/-=1", "/a/-", .set, false),
    ] as [(String, String, Assignment.Operation, Bool)])
  func operation(word: String, path: String, operation: Assignment.Operation, isJSON: Bool) throws {
    let parts = try #require(Assignment.parts(of: word))
    #expect(parts.path == path && parts.operation == operation && parts.isJSON == isJSON)
  }

  @Test("A word without an equals sign asks for the value")
  func asked() throws {
    #expect(Assignment.parts(of: "a.b") == nil)
    #expect(try Assignment("a.b").isAsked)
    #expect(try !Assignment("a.b=").isAsked)
  }

  @Test("A word that is neither is a usage failure", arguments: ["", "=x", ":={", "a:={", "a..b=1", "a..b"])
  func malformed(word: String) {
    let failure = #expect(throws: Failure.self) { try Assignment(word) }
    #expect(failure?.status == .usage)
  }
}
