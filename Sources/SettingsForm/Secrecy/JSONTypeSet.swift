/// A set of types, in which whole numbers are numbers.
struct JSONTypeSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = JSONTypeSet(rawValue: 1 << 0)
  static let boolean = JSONTypeSet(rawValue: 1 << 1)
  static let number = JSONTypeSet(rawValue: 1 << 2)
  static let string = JSONTypeSet(rawValue: 1 << 3)
  static let array = JSONTypeSet(rawValue: 1 << 4)
  static let object = JSONTypeSet(rawValue: 1 << 5)
  static let all: JSONTypeSet = [.null, .boolean, .number, .string, .array, .object]

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ type: JSONType) {
    self =
      switch type {
      case .null: .null
      case .boolean: .boolean
      case .integer, .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  init(_ types: some Sequence<JSONType>) {
    self = types.reduce(into: []) { $0.formUnion(JSONTypeSet($1)) }
  }

  init(_ kind: JSONNode.Kind) {
    self =
      switch kind {
      case .null: .null
      case .bool: .boolean
      case .number: .number
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }
}
