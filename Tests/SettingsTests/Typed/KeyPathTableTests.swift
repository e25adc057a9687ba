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

  @Test("A key can have line ends if its path is added by itself")
  func lineEnds() {
    var table = KeyPathTable<Fixture>()
    table.add(\.name, ["a\nb"])
    #expect(table[\.name] == ["a\nb"])
  }
}
