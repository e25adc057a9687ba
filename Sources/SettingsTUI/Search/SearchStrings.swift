import Settings

/// Strings to search, one after the other in one piece of memory, in lowercase except for ASCII, with a mark before and after each.
///
/// For the setting `calculation.timePeriod`:
///
///     … FF calculation. FF Time Period FF timePeriod FF 14 FF How many days … FF …
///          └ section, once for all of its settings
///                          └ title        └ key         └ value └ help
///
/// A range of this memory stands for one string or for several: title and key together are the names. The marks make the ends of strings
/// visible to a comparison, so no string has to be cut out. ASCII keeps its capitals, because the `P` of `timePeriod` starts a word.
///
/// The strings are copied, because reading one piece of memory takes a fraction of the time of reading many strings. Cost: linear in the
/// length of all strings, in time and in memory.
struct MarkedStrings {
  /// Not a byte of UTF-8. No match can extend across it.
  static let mark: UInt8 = 0xFF

  private(set) var bytes = [mark]
  private var lowerCase = LowerCase()

  /// The index of the next string.
  var end: Int { bytes.count }

  /// Adds a string. Cost: linear.
  mutating func append(_ text: String) {
    lowerCase.append(text, to: &bytes)
    bytes.append(Self.mark)
  }

  /// Adds a string in UTF-8.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    lowerCase.append(text, to: &bytes)
    bytes.append(Self.mark)
  }

  /// Adds several strings as one, with a terminator after each of them.
  mutating func append(_ strings: some Sequence<String>, terminator: String) {
    for text in strings {
      lowerCase.append(text, to: &bytes)
      lowerCase.append(terminator, to: &bytes)
    }
    bytes.append(Self.mark)
  }

  /// Removes what was added from an index on.
  mutating func removeAll(from index: Int) { bytes.removeSubrange(index...) }

  /// Reserves bytes, marks included.
  mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  /// Calls the body with one string in the form that a search reads.
  static func with<Result>(_ text: String, body: (MarkedPart) -> Result) -> Result {
    var strings = MarkedStrings()
    let start = strings.end
    strings.append(text)
    return strings.bytes.withUnsafeBufferPointer { body(MarkedPart(bytes: $0, range: start..<$0.count)) }
  }
}

/// Some of the strings in one piece of memory.
struct MarkedPart {
  /// All of the memory: the bytes around a part show where strings and words start.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The range from the start of the first string to the mark after the last one.
  let range: Range<Int>

  /// Calls the body with each string until the body returns `true`; returns whether it did.
  func containsString(where body: (String) -> Bool) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: MarkedStrings.mark) ?? range.upperBound
      let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
      if body(String(decoding: text, as: UTF8.self)) { return true }
      start = end + 1
    }
    return false
  }

  /// Whether a word starts at an index. In `timePeriod`, `Period` is a word, too.
  func startsWord(at index: Int) -> Bool {
    let before = bytes[index - 1]
    return !before.isOfWord || before.isLowercaseOrDigit && bytes[index] &- UInt8(ascii: "A") < 26
  }
}

extension UInt8 {
  /// The byte as lowercase, if it is an ASCII letter.
  var lowered: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }

  fileprivate var isLowercaseOrDigit: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
  }

  /// Whether the byte is part of a word: a letter, a digit, or anything outside of ASCII.
  fileprivate var isOfWord: Bool {
    lowered.isLowercaseOrDigit || self >= 0x80 && self != MarkedStrings.mark
  }
}

/// The strings of settings, sections, or the rows of a list.
struct SearchTable {
  /// The indices where the strings of a row start; each kind ends where the next starts.
  struct Place {
    /// The sections' part of the path, with a dot at its end; the same range for all settings of a section.
    let section: Range<Int>
    let title: Int
    let key: Int
    let keywords: Int
    let value: Int
    let help: Int
    let choices: Int
    let end: Int
  }

  var strings = MarkedStrings()
  var places: [Place] = []
  /// The strings of settings' own values, by position, which are searched instead of their defaults; `nil` if a setting isn't set. A secret
  /// has an empty string, which nothing finds. Empty as long as no setting is set. They are kept beside the places, which are read at each
  /// letter and stay small this way.
  var ownValues: [Range<Int>?] = []

  /// Calls the body with the strings of each of some rows.
  func forEach(_ rows: some Sequence<Int>, _ body: (Int, Strings) -> Void) {
    // Access to arrays would be reference-counted and checked each time.
    strings.bytes.withUnsafeBufferPointer { bytes in
      places.withUnsafeBufferPointer { places in
        ownValues.withUnsafeBufferPointer { own in
          guard let first = places.baseAddress else { return }
          for row in rows {
            let ownValue = row < own.count ? own[row] : nil
            body(row, Strings(bytes: bytes, place: first + row, ownValue: ownValue))
          }
        }
      }
    }
  }

  /// The strings of a row.
  struct Strings {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>
    fileprivate let place: UnsafePointer<Place>
    fileprivate let ownValue: Range<Int>?

    private func part(_ start: Int, _ end: Int) -> MarkedPart {
      MarkedPart(bytes: bytes, range: start..<end)
    }

    var section: MarkedPart { MarkedPart(bytes: bytes, range: place.pointee.section) }
    var title: MarkedPart { part(place.pointee.title, place.pointee.key) }
    var key: MarkedPart { part(place.pointee.key, place.pointee.keywords) }
    /// Title and key.
    var names: MarkedPart { part(place.pointee.title, place.pointee.keywords) }
    var keywords: MarkedPart { part(place.pointee.keywords, place.pointee.value) }
    var values: MarkedPart {
      ownValue.map { MarkedPart(bytes: bytes, range: $0) }
        ?? part(place.pointee.value, place.pointee.help)
    }
    /// The help, and the titles and help of the choices.
    var helps: MarkedPart { part(place.pointee.help, place.pointee.end) }
    var ownHelp: MarkedPart { part(place.pointee.help, place.pointee.choices) }
    var choices: MarkedPart { part(place.pointee.choices, place.pointee.end) }
  }
}

/// The table of a form: its settings in form order, then its sections. It is filled in parts, while the editor has time.
struct FormStrings {
  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  /// The section around each section; `nil` for a section that is never found.
  private let parents: [Int?]
  private(set) var table = SearchTable()
  /// The paths of the sections that have been copied.
  private var sectionPlaces: [Range<Int>?]
  /// The index after the strings of the form, where those of the own values begin; `nil` until all are copied.
  private var end: Int?
  private(set) var hasOwnValues = false

  /// Reserves memory for the strings of a form.
  ///
  /// - Parameters:
  ///   - sections: The section of each setting, by the setting's position.
  ///   - parents: The section around each section; `nil` for a section that is never found.
  init(_ index: FormIndex, sections: [Int], parents: [Int?]) {
    self.index = index
    self.sections = sections
    self.parents = parents
    sectionPlaces = Array(repeating: nil, count: max(parents.count, (sections.max() ?? -1) + 1))
    table.places.reserveCapacity(index.settings.count + parents.count)
    // Growing step by step would need twice the memory.
    var size = 0
    index.forEachSettingInPlace(at: index.settings.indices) { _, entry in
      size += 24 + entry.pointee.setting.textSize + entry.pointee.setting.key.utf8.count
    }
    table.strings.reserveCapacity(size)
  }

  /// Whether all strings have been copied.
  var isComplete: Bool { end != nil }

  /// Copies the strings of the next settings or sections, up to a count.
  mutating func copy(atMost count: Int) {
    let copied = table.places.count
    let settings = index.settings.count
    if copied < settings {
      index.forEachSettingInPlace(at: copied..<min(settings, copied + count)) { position, entry in
        let section = sectionPlaces[sections[position]] ?? table.strings.append(sectionOf: entry.pointee.path)
        sectionPlaces[sections[position]] = section
        table.places.append(table.strings.append(entry, in: section))
      }
    }
    for node in (copied - settings)..<min(parents.count, copied - settings + count) where copied >= settings {
      let parent = parents[node] ?? 0
      let path = index.nodes[node].path
      let around = sectionPlaces[parent] ?? table.strings.append(sectionOf: path)
      sectionPlaces[parent] = around
      let section = index.nodes[node].section
      table.places.append(
        table.strings.append(
          title: section.title, key: section.key, keywords: section.keywords, help: section.help, in: around))
    }
    if table.places.count == settings + parents.count { end = table.strings.end }
  }

  /// Copies the values of settings that are set, by their positions, in place of those before.
  mutating func copy(_ values: [Int: JSONValue]) {
    forgetOwnValues()
    index.forEachSettingInPlace(at: values.keys) { position, entry in
      guard let value = values[position] else { return }
      let start = table.strings.end
      table.strings.append(value, of: entry)
      if table.ownValues.isEmpty { table.ownValues = Array(repeating: nil, count: index.settings.count) }
      table.ownValues[position] = start..<table.strings.end
    }
    hasOwnValues = true
  }

  /// Forgets the values, because they have changed.
  mutating func forgetOwnValues() {
    guard hasOwnValues, let end else { return }
    table.strings.removeAll(from: end)
    table.ownValues = []
    hasOwnValues = false
  }
}

/// A setting by reference, because copying it would cost more than copying its strings.
private typealias PlacedSetting = UnsafePointer<FormIndex.Entry>

extension FormIndex {
  fileprivate func forEachSettingInPlace(
    at positions: some Sequence<Int>, _ body: (Int, PlacedSetting) -> Void
  ) {
    settings.withUnsafeBufferPointer { settings in
      guard let first = settings.baseAddress else { return }
      for position in positions { body(position, first + position) }
    }
  }
}

extension MarkedStrings {
  /// Adds the path without its last key, and without the quotes of the dotted form, which are rarely typed.
  fileprivate mutating func append(sectionOf path: SettingPath) -> Range<Int> {
    let start = end
    append(path.keys.dropLast(), terminator: ".")
    return start..<end
  }

  fileprivate mutating func append(_ entry: PlacedSetting, in section: Range<Int>) -> SearchTable.Place {
    let title = end
    entry.pointee.setting.withTitleUTF8 { append($0) }
    let key = end
    append(entry.pointee.setting.key)
    let keywords = end
    for word in entry.pointee.setting.keywords { append(word) }
    let value = end
    // Without a default there is no string, because the app chooses the value.
    if let value = entry.pointee.setting.defaultValue, value != .null { append(value, of: entry) }
    let help = end
    entry.pointee.setting.withHelpUTF8 { append($0) }
    let choices = end
    switch entry.pointee.setting.kind {
    case .choice(let choices), .flags(let choices):
      for choice in choices {
        append(choice.title)
        append(choice.help)
      }
    case .variants(let variants):
      for variant in variants {
        append(variant.title)
        append(variant.help)
      }
    default: break
    }
    return .init(
      section: section, title: title, key: key, keywords: keywords, value: value, help: help,
      choices: choices,
      end: end)
  }

  /// Adds the strings of a section, or of a row of a list, which has no key beside its name.
  mutating func append(
    title: String, key: String = "", keywords: [String] = [], value: String? = nil, help: String,
    in section: Range<Int> = 0..<0
  ) -> SearchTable.Place {
    let start = end
    append(title)
    let keyStart = end
    append(key)
    let keywordStart = end
    for word in keywords { append(word) }
    let valueStart = end
    if let value { append(value) }
    let helpStart = end
    append(help)
    return .init(
      section: section, title: start, key: keyStart, keywords: keywordStart, value: valueStart,
      help: helpStart, choices: end, end: end)
  }

  /// Adds the string of a value. Secrets are left out. A search never finds them.
  fileprivate mutating func append(_ value: JSONValue, of entry: PlacedSetting) {
    if entry.pointee.setting.holdsSecrets {
      if !entry.pointee.setting.isSecret { append(entry.pointee.setting.wholeText(for: value)) }
      return
    }
    // The most common values are added without creating a string.
    switch (value, entry.pointee.setting.kind) {
    case (.bool(let flag), _):
      append(flag ? "yes" : "no")
      append(flag ? "true" : "false")
    case (.string(let text), .string):
      append(text)
    case (.number(let number), .integer) where entry.pointee.setting.unit == nil:
      append(number.spelling)
    default:
      append(entry.pointee.setting.wholeText(for: value))
    }
  }
}
