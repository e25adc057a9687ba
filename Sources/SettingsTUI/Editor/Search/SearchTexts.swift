import Settings

/// What a search looks at, setting by setting in form order: names, defaults and helps, one behind the other.
///
/// The texts are copied: going through one piece of memory takes a fraction of the time that going from string to string
/// does. Cost: linear in the length of all texts, in time and in memory.
struct SearchTexts {
  /// Where the texts of a setting begin; each kind ends where the next one begins.
  struct Place {
    /// What the sections around it give to the path, with a dot at its end; the same place for all of a section.
    let section: Range<Int>
    let title: Int
    let key: Int
    let value: Int
    let help: Int
    let end: Int
  }

  private let index: FormIndex
  /// The section of each setting, by the setting's position.
  private let sections: [Int]
  private(set) var texts = MarkedTexts()
  /// By setting where its texts are, as far as they are copied.
  private(set) var places: [Place] = []
  /// The paths of the sections, as far as they are copied.
  private var sectionPlaces: [Range<Int>?]

  /// Makes room for the texts of a form.
  ///
  /// - Parameter sections: the section of each setting, by the setting's position.
  init(_ index: FormIndex, sections: [Int]) {
    self.index = index
    self.sections = sections
    sectionPlaces = Array(repeating: nil, count: (sections.max() ?? -1) + 1)
    places.reserveCapacity(index.settings.count)
    // Growing step by step would leave twice the memory behind.
    var size = 0
    index.forEachSettingInPlace(at: index.settings.indices) { size += $1.size }
    texts.reserveCapacity(size)
  }

  /// Whether all is copied.
  var isComplete: Bool { places.count == index.settings.count }

  /// Copies the texts of the next settings, at most so many.
  mutating func copy(atMost count: Int) {
    let next = places.count..<(places.count + min(count, index.settings.count - places.count))
    index.forEachSettingInPlace(at: next) { position, entry in
      let section = sectionPlaces[sections[position]] ?? texts.append(sectionOf: entry.pointee.path)
      sectionPlaces[sections[position]] = section
      places.append(texts.append(entry, in: section))
    }
  }
}

/// What a search looks at in place of defaults: the values that settings have of their own.
struct OwnValueTexts {
  private(set) var texts = MarkedTexts()
  /// By setting where its texts are; `none` if it has no value of its own.
  private(set) var places: [Range<Int>]

  /// No text is there: a mark is.
  static let none = 0..<0

  /// Makes the texts of values by their settings' positions. Cost: linear in their length and in the number of settings.
  init(_ values: [Int: JSONValue], _ index: FormIndex) {
    places = Array(repeating: Self.none, count: index.settings.count)
    index.forEachSettingInPlace(at: values.keys) { position, entry in
      guard let value = values[position] else { return }
      let start = texts.end
      texts.append(value, of: entry)
      places[position] = start..<texts.end
    }
  }
}

/// A setting in its place: copying it would cost more than copying its texts.
private typealias PlacedSetting = UnsafePointer<FormIndex.Entry>

extension PlacedSetting {
  /// The bytes of most of its texts, and some more for the others.
  fileprivate var size: Int {
    24 + pointee.setting.textSize + pointee.setting.key.utf8.count
  }
}

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

extension MarkedTexts {
  /// Adds what stands before the last key of a path, without the quotes that the dotted form has: nobody types them.
  fileprivate mutating func append(sectionOf path: SettingPath) -> Range<Int> {
    let start = end
    append(path.keys.dropLast(), terminator: ".")
    return start..<end
  }

  fileprivate mutating func append(_ entry: PlacedSetting, in section: Range<Int>) -> SearchTexts.Place {
    let title = end
    entry.pointee.setting.withTitleUTF8 { append($0) }
    let key = end
    append(entry.pointee.setting.key)
    let value = end
    // What has no default has no text: the app chooses.
    if let value = entry.pointee.setting.defaultValue, value != .null { append(value, of: entry) }
    let help = end
    entry.pointee.setting.withHelpUTF8 { append($0) }
    switch entry.pointee.setting.kind {
    case .choice(let choices), .flags(let choices):
      for choice in choices {
        append(choice.title)
        append(choice.help)
      }
    case .boolean, .integer, .number, .string, .list, .dictionary, .object, .json: break
    }
    return .init(section: section, title: title, key: key, value: value, help: help, end: end)
  }

  /// Adds the texts that a value is found by. Secrets are not found.
  fileprivate mutating func append(_ value: JSONValue, of entry: PlacedSetting) {
    if entry.pointee.setting.holdsSecrets {
      if !entry.pointee.setting.isSecret { append(entry.pointee.setting.text(for: value)) }
      return
    }
    // What most settings are is added without making a text of it.
    switch (value, entry.pointee.setting.kind) {
    case (.bool(let flag), _):
      append(flag ? "yes" : "no")
      append(flag ? "true" : "false")
    case (.string(let text), .string):
      append(text)
    case (.number(let number), .integer) where entry.pointee.setting.unit == nil:
      append(number.spelling)
    default:
      append(entry.pointee.setting.text(for: value))
    }
  }
}
