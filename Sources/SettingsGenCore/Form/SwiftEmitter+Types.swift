import SettingsForm

/// Option sets, and the conformances to `Codable` that the app doesn't declare.
///
///     enum Mode { case fast, safe }                      Codable by name: "fast"
///     enum Level: Int { case low, high }                 Codable by raw value: 0
///     enum Day: OptionsBinding { case monday, … }        a type Day.Options, coded as ["monday", …]
///     struct Rights: OptionSet { … }                     Codable by the names of its flags
///
/// The code is in extensions of the app's types, so it is written without names that such a type could hide, and with
/// the access level of the type.
extension SwiftEmitter {
  /// Writes the option set of an enum, as a type `Options` inside of it: `Day.Options`.
  ///
  ///     nonisolated extension Day {
  ///       nonisolated struct Options: Swift.OptionSet, … {
  ///         let rawValue: Swift.UInt64
  ///         static let monday = Options(rawValue: 1)
  ///         static let tuesday = Options(rawValue: 2)
  ///         static let none: Options = []
  ///         static let all = Options(rawValue: 3)
  ///         …                                          the coding by names
  ///       }
  ///     }
  ///
  /// The set is stored as an array of names, which people can read and which survives a new order of the cases. A
  /// number of bits is read, too, because Swift codes an option set so by default, and an app may have done that
  /// before. Bits without a name are refused.
  mutating func emitOptions(_ type: GeneratedForm.TypeSupport) {
    let access = Self.modifier(type.access)
    // Shifting by 64 bits would result in zero.
    let all = type.names.count == 64 ? UInt64.max : (1 << UInt64(type.names.count)) - 1
    emit(
      "", "nonisolated extension \(type.type) {",
      "  /// A set of cases of `\(type.type)`, which is coded as an array of their names.",
      "  nonisolated \(access)struct Options: Swift.OptionSet, Swift.Hashable, Swift.Codable, Swift.Sendable {",
      "    /// One bit per case, in the order of declaration.",
      "    \(access)let rawValue: Swift.UInt64", "",
      "    /// Creates a set from its bits.",
      "    \(access)init(rawValue: Swift.UInt64) { self.rawValue = rawValue }", "")
    for (index, name) in type.names.enumerated() {
      emit("    /// `\(name)`.")
      emit(
        "    \(access)static let \(SwiftName.quoted(name)) = Options(rawValue: \(UInt64(1) << UInt64(index)))"
      )
    }
    emit(
      "    /// No case.",
      "    \(access)static let none: Options = []",
      "    /// All cases.",
      "    \(access)static let all = Options(rawValue: \(all))", "")
    var options = type
    // The members of the set aren't deprecated, whatever the cases are.
    options.isDeprecated = false
    emitCoding(options, indent: "    ", reads: "Options.all.rawValue")
    emit("  }", "}")
  }

  /// Writes the coding of an option set by the names of its flags. The set can have bits without a name; they are lost when names are
  /// written.
  mutating func emitFlagNames(_ type: GeneratedForm.TypeSupport, conforms: Bool, bits: UInt64?) {
    emit("", "nonisolated extension \(type.type)\(conforms ? ": Swift.Codable" : "") {")
    emitCoding(type, indent: "  ", reads: bits.map { "\($0)" })
    emit("}")
  }

  /// Writes the comparisons of a section with the tuples that rules compare it with, so that the compiler checks their
  /// labels.
  ///
  ///     s.size >= (width: 10, height: 20)      each number of the section with its counterpart
  ///
  ///     static func >= <N0: NumberOperand, N1: NumberOperand>(left: Self, right: (width: N0, height: N1)) -> RuleCondition {
  ///       left >= left._each(right.height, right.width)
  ///     }
  ///
  /// Each element has a type of its own, since it can be a number or another setting. The values are passed in the
  /// order of the keys, which is the order that the library knows.
  mutating func emitComparisons(
    _ type: GeneratedForm.TypeSupport, _ operators: [String], _ sorted: [String]
  ) {
    let access = Self.modifier(type.access)
    let names = type.names.map(SwiftName.quoted)
    let generics = names.indices.map { "N\($0): NumberOperand" }.joined(separator: ", ")
    let tuple = names.enumerated().map { "\($1): N\($0)" }.joined(separator: ", ")
    let values = sorted.map { "right.\(SwiftName.quoted($0))" }.joined(separator: ", ")
    emit("", "nonisolated extension SettingReference where Value == \(type.type) {")
    for name in operators {
      emit(
        "  /// Compares each number of the section with its counterpart.",
        "  \(access)static func \(name) <\(generics)>(left: Self, right: (\(tuple))) -> RuleCondition {",
        "    left \(name) left._each(\(values))", "  }")
    }
    emit("}")
  }

  /// Writes `init(from:)` of an option set, which reads an array of names, or a number of bits, and `encode(to:)`.
  ///
  /// The number is tried first. If the value has another type, the array is read, and an error inside of the array is what a person sees.
  /// An unknown name or bit is an error, because dropping it would drop a person's choice.
  ///
  /// - Parameter all: The code for the bits with a name; `nil` if no number is read.
  private mutating func emitCoding(
    _ type: GeneratedForm.TypeSupport, indent: String, reads all: String?
  ) {
    let access = Self.modifier(type.access)
    emitDeprecation(of: type, indent)
    emit(
      "\(indent)/// Reads an array of names\(all == nil ? "" : ", or a number of bits").",
      "\(indent)\(access)init(from decoder: any Swift.Decoder) throws {")
    if let all {
      emit(
        "\(indent)  let number = try decoder.singleValueContainer()",
        "\(indent)  do {",
        "\(indent)    let bits = try number.decode(RawValue.self)",
        "\(indent)    if bits & ~\(all) != 0 {",
        "\(indent)      throw Swift.DecodingError.dataCorruptedError(",
        "\(indent)        in: number, debugDescription: \"bits without a name: \\(bits & ~\(all))\")",
        "\(indent)    }",
        "\(indent)    self.init(rawValue: bits)",
        "\(indent)    return",
        "\(indent)  } catch Swift.DecodingError.typeMismatch {",
        "\(indent)    // It is an array.",
        "\(indent)  }")
    }
    emit(
      "\(indent)  var container = try decoder.unkeyedContainer()",
      "\(indent)  var flags: Self = []",
      "\(indent)  while !container.isAtEnd {")
    emitNames(of: type, "option", indent: indent + "    ") { "flags.insert(.\($0))" }
    emit(
      "\(indent)  }",
      "\(indent)  self = flags",
      "\(indent)}", "")
    // The array has the names in the order of the declarations.
    emitDeprecation(of: type, indent)
    emit(
      "\(indent)/// Writes an array of names.",
      "\(indent)\(access)func encode(to encoder: any Swift.Encoder) throws {",
      "\(indent)  var container = encoder.unkeyedContainer()")
    for name in type.names {
      let literal = SwiftText.literal(name)
      emit("\(indent)  if contains(.\(SwiftName.quoted(name))) { try container.encode(\(literal)) }")
    }
    emit("\(indent)}")
  }

  /// Writes code that reads the name of a case or flag from a container, with what is done for each. Another name is an error.
  private mutating func emitNames(
    of type: GeneratedForm.TypeSupport, _ noun: String, indent: String, code: (String) -> String
  ) {
    emit("\(indent)let name = try container.decode(Swift.String.self)", "\(indent)switch name {")
    for name in type.names {
      emit("\(indent)case \(SwiftText.literal(name)): \(code(SwiftName.quoted(name)))")
    }
    emit(
      "\(indent)default:",
      "\(indent)  throw Swift.DecodingError.dataCorruptedError(",
      "\(indent)    in: container, debugDescription: \"no \(noun) is called '\\(name)'\")",
      "\(indent)}")
  }

  /// Marks code that uses deprecated cases as deprecated, so that it causes no warning.
  private mutating func emitDeprecation(of type: GeneratedForm.TypeSupport, _ indent: String) {
    if type.isDeprecated { emit("\(indent)@available(*, deprecated)") }
  }

  /// Writes the coding of an enum by case name, `"fast"`. Swift alone would code the case as `{"fast": {}}`.
  ///
  ///     init(from decoder: any Swift.Decoder) throws { … switch name { case "fast": self = .fast  default: throw … } }
  ///     func encode(to encoder: any Swift.Encoder) throws { … switch self { case .fast: try container.encode("fast") } }
  ///
  /// Both are switches over all cases, so a case that was added since the last generation is an error of the compiler
  /// in the second.
  mutating func emitCaseNames(_ type: GeneratedForm.TypeSupport) {
    let access = Self.modifier(type.access)
    emit("", "nonisolated extension \(type.type): Swift.Codable {")
    emitDeprecation(of: type, "  ")
    emit(
      "  /// Reads the name of a case.",
      "  \(access)init(from decoder: any Swift.Decoder) throws {",
      "    let container = try decoder.singleValueContainer()")
    emitNames(of: type, "case", indent: "    ") { "self = .\($0)" }
    emit("  }", "")
    emitDeprecation(of: type, "  ")
    emit(
      "  /// Writes the name of the case.",
      "  \(access)func encode(to encoder: any Swift.Encoder) throws {",
      "    var container = encoder.singleValueContainer()",
      "    switch self {")
    for name in type.names {
      emit("    case .\(SwiftName.quoted(name)): try container.encode(\(SwiftText.literal(name)))")
    }
    emit("    }", "  }", "}")
  }
}

/// The titles and help of types that name themselves and their values.
///
///     static func addTitles(to titles: inout SettingsTitles) {
///       titles.add(Proxy.settingsTitle, at: "/network/proxy")
///       titles.add(Mode.fast.settingsTitle, nil, ofChoice: "\"fast\"", at: "/mode")
///     }
extension SwiftEmitter {
  /// Writes the function that adds the titles and help, if there are any. The store calls it when it reads the form, so
  /// the app's language at that time counts.
  mutating func emitTitles() {
    let displayed = form.displayed
    if displayed == GeneratedForm.Displayed() { return }
    emit(
      "", "  /// Adds the titles and help that types give themselves.",
      "  \(access)static func addTitles(to titles: inout SettingsTitles) {")
    for title in displayed.titles {
      let path = SwiftText.literal(title.path.pointer)
      emit("    titles.add(\(title.type).settingsTitle, at: \(path))")
    }
    for item in displayed.presets {
      emit(
        "    titles.add(presets: \(item.type).settingsVariants, at: \(SwiftText.literal(item.path.pointer)))")
    }
    for item in displayed.choices {
      let name = "\(item.type).\(SwiftName.quoted(item.name))"
      let title = item.hasTitle ? "\(name).settingsTitle" : "nil"
      let help = item.hasHelp ? "\(name).settingsHelp" : "nil"
      let value = SwiftText.literal(item.value.text(.compact))
      emit(
        "    titles.add(\(title), \(help), ofChoice: \(value), at: \(SwiftText.literal(item.path.pointer)))")
    }
    emit("  }")
  }
}
