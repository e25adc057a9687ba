import Testing

@testable import Settings

@Suite struct KeyPathTableTests {
  @Test("Each line of a string is the path of a key path")
  func lines() {
    var table = KeyPathTable<Fixture>()
    table.add([\.name, \.calculation.mode], at: "/name\n/calculation/x~1y")
    #expect(table[\.name] == ["name"] && table[\.calculation.mode] == ["calculation", "x/y"])
    #expect(table[\.nickname] == nil)
  }

  @Test("For one key path, the whole string is the path, because keys can have line ends")
  func lineEnds() {
    var table = KeyPathTable<Fixture>()
    table.add([\.name], at: "/a\nb")
    #expect(table[\.name] == ["a\nb"])
  }
}
