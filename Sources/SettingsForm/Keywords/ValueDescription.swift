/// What a person reads about one of the values of `enum`.
package struct ValueDescription: Hashable, Sendable {
  package let value: JSONValue
  /// The name of the value; `nil` if it has none.
  package let title: String?
  /// The meaning of the value; may be empty.
  package let help: String

  package init(value: JSONValue, title: String?, help: String) {
    self.value = value
    self.title = title.map { InputLimits.cut($0, to: InputLimits.titleLength) }
    self.help = InputLimits.cut(help, to: InputLimits.helpLength)
  }
}
