/// A set of Unicode scalars that one character of a regular expression matches.
///
/// `[a-z_\d]` is a list of ranges and of other sets. Most scalars of settings are ASCII, so membership of these 128 is
/// computed once, as two words of 64 bits; only other scalars go through the list.
///
/// A negated set keeps its list and a flag: `[^a-z]` has one range, not the two ranges around it.
struct PatternScalarSet: Sendable {
  /// A part of a set. Classes can contain other sets: `[\d_]` is the set of the digits and one character.
  indirect enum Part: Sendable {
    case range(ClosedRange<UInt32>)
    case property(ScalarProperty)
    case set(PatternScalarSet)
  }

  /// The parts. A scalar is in the set if it is in any of them. Without parts, the set is empty, or has everything if
  /// it is negated.
  private let parts: [Part]
  /// Whether the set has all scalars except the scalars of the parts.
  private let isNegated: Bool
  /// Whether a scalar is in a part if another case of it is.
  private let ignoresCase: Bool
  /// One bit for each ASCII character, computed once.
  private let ascii: (low: UInt64, high: UInt64)

  /// Creates a set, and computes its ASCII members.
  ///
  /// Cost: 128 times the number of parts, once for each class of a pattern.
  init(_ parts: [Part], isNegated: Bool = false, ignoresCase: Bool = false) {
    self.parts = parts
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    var bits: (low: UInt64, high: UInt64) = (0, 0)
    for value in UInt32(0)..<128 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard Self.contains(scalar, in: parts, ignoresCase: ignoresCase) != isNegated else { continue }
      if value < 64 { bits.low |= 1 << UInt64(value) } else { bits.high |= 1 << UInt64(value - 64) }
    }
    ascii = bits
  }

  /// Creates the set of one character, as for each letter of a pattern that stands for itself.
  init(_ scalar: Unicode.Scalar) {
    self.init([.range(scalar.value...scalar.value)])
  }

  /// Whether a character is in the set.
  ///
  /// Cost: one shift for ASCII; for any other character, linear in the number of parts.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return ascii.low >> UInt64(value) & 1 == 1 }
    if value < 128 { return ascii.high >> UInt64(value - 64) & 1 == 1 }
    return Self.contains(scalar, in: parts, ignoresCase: ignoresCase) != isNegated
  }

  private static func contains(_ scalar: Unicode.Scalar, in parts: [Part], ignoresCase: Bool) -> Bool {
    if parts.contains(where: { $0.contains(scalar) }) { return true }
    guard ignoresCase else { return false }
    return [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].contains { mapped in
      let other = mapped.unicodeScalars
      return other.count == 1 && other.first != scalar
        && parts.contains { part in other.first.map(part.contains) ?? false }
    }
  }

  /// The only scalar of the set; `nil` if there are others, or if the set isn't listed scalar by scalar. Text of such
  /// scalars is what a string can be searched for before the automaton runs.
  var onlyScalar: Unicode.Scalar? {
    guard !isNegated, !ignoresCase, parts.count == 1, case .range(let range) = parts[0], range.count == 1
    else {
      return nil
    }
    return Unicode.Scalar(range.lowerBound)
  }

  /// The complement: `\D` of `\d`. A class inside of a class is negated by itself: `[\D5]` has everything but digits,
  /// and 5.
  var negated: PatternScalarSet { PatternScalarSet(parts, isNegated: !isNegated, ignoresCase: ignoresCase) }
}

extension PatternScalarSet.Part {
  /// Whether a character belongs to the part. Called for characters outside ASCII, and once for each ASCII character.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar.value)
    case .property(let property): property.holds(for: scalar)
    case .set(let set): set.contains(scalar)
    }
  }

  /// Creates a range with both ends, which have to be in order.
  init(_ first: Unicode.Scalar, _ last: Unicode.Scalar) {
    self = .range(first.value...last.value)
  }
}

extension PatternScalarSet {
  /// `\d`: the ASCII digits, and not the digits of other scripts, which ECMA-262 leaves out, too.
  static let digits = PatternScalarSet([.init("0", "9")])
  /// `\w`: the ASCII letters, digits and `_`. The `u` flag alone adds nothing; only together with `i` would it.
  static let word = PatternScalarSet([.init("0", "9"), .init("A", "Z"), .init("_", "_"), .init("a", "z")])
  /// `\s`: ECMA-262's white space and line terminators.
  static let space = PatternScalarSet([
    .init("\t", "\r"), .init(" ", " "), .init("\u{A0}", "\u{A0}"), .init("\u{1680}", "\u{1680}"),
    .init("\u{2000}", "\u{200A}"), .init("\u{2028}", "\u{2029}"), .init("\u{202F}", "\u{202F}"),
    .init("\u{205F}", "\u{205F}"), .init("\u{3000}", "\u{3000}"), .init("\u{FEFF}", "\u{FEFF}"),
  ])
  /// `.`: any character except line terminators (ECMA-262, `LineTerminator`).
  static let dot = PatternScalarSet(
    [.init("\n", "\n"), .init("\r", "\r"), .init("\u{2028}", "\u{2029}")], isNegated: true)
}

/// A Unicode property that a regular expression names: `\p{Lu}`, `\p{Letter}`, `\p{Alphabetic}`.
///
/// ECMA-262 lists the names, in the table "Non-binary Unicode property aliases" and the tables after it. Properties
/// that the standard library doesn't know, such as `Script=Greek`, are refused like a misspelled name. A pattern that
/// accepted every script in their place would accept values that the form refuses elsewhere.
enum ScalarProperty: Sendable {
  /// General categories; a character has the property if its category is among them.
  case categories(Set<Unicode.GeneralCategory>)
  case ascii
  case any
  case alphabetic
  case uppercase
  case lowercase
  case whiteSpace
  case idStart
  case idContinue
  case emoji
  case math
  case hexDigit

  /// Finds the property with a name as ECMA-262 spells it; returns `nil` for a name that ECMA-262 or the standard
  /// library doesn't have. `Lu`, `gc=Lu` and `General_Category=Uppercase_Letter` are the same property.
  init?(_ name: Substring) {
    var name = name
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    if let categories = Self.categories(named: name) {
      self = .categories(categories)
      return
    }
    switch name {
    case "ASCII": self = .ascii
    case "Any": self = .any
    case "Alphabetic", "Alpha": self = .alphabetic
    case "Uppercase", "Upper": self = .uppercase
    case "Lowercase", "Lower": self = .lowercase
    case "White_Space", "space": self = .whiteSpace
    case "ID_Start", "IDS": self = .idStart
    case "ID_Continue", "IDC": self = .idContinue
    case "Emoji": self = .emoji
    case "Math": self = .math
    case "Hex_Digit", "Hex": self = .hexDigit
    default: return nil
    }
  }

  /// Whether a character has the property, by the version of Unicode that the standard library of Swift has.
  func holds(for scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .categories(let categories): categories.contains(scalar.properties.generalCategory)
    case .ascii: scalar.isASCII
    case .any: true
    case .alphabetic: scalar.properties.isAlphabetic
    case .uppercase: scalar.properties.isUppercase
    case .lowercase: scalar.properties.isLowercase
    case .whiteSpace: scalar.properties.isWhitespace
    case .idStart: scalar.properties.isIDStart
    case .idContinue: scalar.properties.isIDContinue
    case .emoji: scalar.properties.isEmoji
    case .math: scalar.properties.isMath
    case .hexDigit: scalar.properties.isHexDigit
    }
  }

  /// Returns the general categories by their names in Unicode's PropertyValueAliases.txt, short or long; `nil` for any
  /// other name. A group such as `L` is the set of its categories.
  private static func categories(named name: Substring) -> Set<Unicode.GeneralCategory>? {
    switch name {
    case "L", "Letter": letters
    case "LC", "Cased_Letter": [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    case "Lu", "Uppercase_Letter": [.uppercaseLetter]
    case "Ll", "Lowercase_Letter": [.lowercaseLetter]
    case "Lt", "Titlecase_Letter": [.titlecaseLetter]
    case "Lm", "Modifier_Letter": [.modifierLetter]
    case "Lo", "Other_Letter": [.otherLetter]
    case "M", "Mark", "Combining_Mark": [.nonspacingMark, .spacingMark, .enclosingMark]
    case "Mn", "Nonspacing_Mark": [.nonspacingMark]
    case "Mc", "Spacing_Mark": [.spacingMark]
    case "Me", "Enclosing_Mark": [.enclosingMark]
    case "N", "Number": [.decimalNumber, .letterNumber, .otherNumber]
    case "Nd", "Decimal_Number", "digit": [.decimalNumber]
    case "Nl", "Letter_Number": [.letterNumber]
    case "No", "Other_Number": [.otherNumber]
    case "P", "Punctuation", "punct": punctuation
    case "Pc", "Connector_Punctuation": [.connectorPunctuation]
    case "Pd", "Dash_Punctuation": [.dashPunctuation]
    case "Ps", "Open_Punctuation": [.openPunctuation]
    case "Pe", "Close_Punctuation": [.closePunctuation]
    case "Pi", "Initial_Punctuation": [.initialPunctuation]
    case "Pf", "Final_Punctuation": [.finalPunctuation]
    case "Po", "Other_Punctuation": [.otherPunctuation]
    case "S", "Symbol": [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
    case "Sm", "Math_Symbol": [.mathSymbol]
    case "Sc", "Currency_Symbol": [.currencySymbol]
    case "Sk", "Modifier_Symbol": [.modifierSymbol]
    case "So", "Other_Symbol": [.otherSymbol]
    case "Z", "Separator": [.spaceSeparator, .lineSeparator, .paragraphSeparator]
    case "Zs", "Space_Separator": [.spaceSeparator]
    case "Zl", "Line_Separator": [.lineSeparator]
    case "Zp", "Paragraph_Separator": [.paragraphSeparator]
    case "C", "Other": [.control, .format, .surrogate, .privateUse, .unassigned]
    case "Cc", "Control", "cntrl": [.control]
    case "Cf", "Format": [.format]
    case "Cs", "Surrogate": [.surrogate]
    case "Co", "Private_Use": [.privateUse]
    case "Cn", "Unassigned": [.unassigned]
    default: nil
    }
  }

  private static let letters: Set<Unicode.GeneralCategory> = [
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
  ]
  private static let punctuation: Set<Unicode.GeneralCategory> = [
    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
    .finalPunctuation, .otherPunctuation,
  ]
}
