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
