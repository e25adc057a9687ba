import Foundation
import Settings

extension SampleSettings {
  /// The settings as JSON.
  static var json: JSONValue {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
      return try JSONValue(parsing: String(decoding: try encoder.encode(Self()), as: UTF8.self))
    }
  }

  /// A form for the settings, with a limit for each.
  static var form: FormSchema {
    get throws { FormSchema(root: section(of: try json, key: "")) }
  }

  private static func section(of value: JSONValue, key: String) -> FormSection {
    guard case .object(let object) = value else { return FormSection(key: key, title: key) }
    return FormSection(
      key: key, title: key,
      items: object.members.map { member in
        guard let kind = kind(of: member.value) else {
          return .section(section(of: member.value, key: member.key))
        }
        return .setting(
          FormSetting(key: member.key, title: member.key, kind: kind, defaultValue: member.value))
      })
  }

  private static func kind(of value: JSONValue) -> FormKind? {
    switch value {
    case .bool: .boolean
    case .number(let number) where number.integer(as: Int.self) != nil:
      .integer(NumberLimits(lower: .inclusive(JSONNumber(0)), upper: .inclusive(JSONNumber(1_000_000))))
    case .number: .number(NumberLimits(lower: .inclusive(JSONNumber(0))))
    case .string: .string(TextLimits(maxLength: 100))
    case .array, .object, .null: nil
    }
  }
}
