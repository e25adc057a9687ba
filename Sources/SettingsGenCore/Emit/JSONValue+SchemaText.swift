import SettingsForm

extension JSONValue {
  enum SchemaLayout { case compact, pretty }

  func text(_ layout: SchemaLayout) -> String {
    var text = ""
    write(to: &text, indent: layout == .pretty ? "\n" : nil)
    return text
  }

  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.spelling
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      if elements.isEmpty { text += "[]"; return }
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        if let indent { text += indent + "  " }
        element.write(to: &text, indent: indent.map { $0 + "  " })
      }
      text += (indent ?? "") + "]"
    case .object(let object):
      if object.members.isEmpty { text += "{}"; return }
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        if let indent { text += indent + "  " }
        Self.write(member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent.map { $0 + "  " })
      }
      text += (indent ?? "") + "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
