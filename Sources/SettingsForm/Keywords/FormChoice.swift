/// One of the values that a setting can have, with its title and help. Without a title of its own, the value is the
/// title.
package struct FormChoice: Hashable, Sendable {
  /// The value in the document. It needn't be a string: levels can be the choices 1, 2 and 3.
  package var value: JSONValue
  /// The name that people read.
  package var title: String
  /// The meaning of the choice; can be empty.
  package var help: String
  /// Whether the choice still works but is deprecated. A document with it gets a warning.
  package var isDeprecated: Bool
  /// The values that the choice had in earlier versions. A migration replaces them with ``value``.
  package var formerValues: [JSONValue]
  /// The bit of a flag in a number that stands for a set of flags; `nil` if the app reads no such number.
  package var bit: UInt64?

  package init(
    value: JSONValue, title: String, help: String = "", isDeprecated: Bool = false,
    formerValues: [JSONValue] = [], bit: UInt64? = nil
  ) {
    self.value = value
    self.title = title
    self.help = help
    self.isDeprecated = isDeprecated
    self.formerValues = formerValues
    self.bit = bit
  }
}

extension [FormChoice] {
  /// Returns the flags with their bits; without any unless each of them has one of its own.
  package func withBits(_ bits: [UInt64]) -> [FormChoice] {
    let isComplete =
      bits.count == count && bits.allSatisfy { $0.nonzeroBitCount == 1 }
      && bits.reduce(0, |).nonzeroBitCount == count
    return enumerated().map { place, choice in
      var choice = choice
      choice.bit = isComplete ? bits[place] : nil
      return choice
    }
  }
}
