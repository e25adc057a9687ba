/// The searchable strings of a form as unsafe memory: access to arrays would be reference-counted and checked each time.
struct SearchMemory {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let places: UnsafeBufferPointer<SearchStrings.Place>
  private let ownBytes: UnsafeBufferPointer<UInt8>
  private let ownPlaces: UnsafeBufferPointer<Range<Int>>

  /// Calls the body with the memory, which is valid only during the call.
  static func with(_ strings: SearchStrings, _ ownStrings: OwnValueStrings, _ body: (SearchMemory) -> Void) {
    strings.strings.bytes.withUnsafeBufferPointer { bytes in
      strings.places.withUnsafeBufferPointer { places in
        ownStrings.strings.bytes.withUnsafeBufferPointer { ownBytes in
          ownStrings.places.withUnsafeBufferPointer { ownPlaces in
            body(SearchMemory(bytes: bytes, places: places, ownBytes: ownBytes, ownPlaces: ownPlaces))
          }
        }
      }
    }
  }

  /// Returns the strings of the setting or section at a position.
  func strings(at position: Int) -> Strings {
    let place = places[position]
    // A section has no value.
    let own = position < ownPlaces.count ? ownPlaces[position] : OwnValueStrings.none
    return Strings(
      section: part(place.section), title: part(place.title..<place.key),
      key: part(place.key..<place.keywords),
      names: part(place.title..<place.keywords), keywords: part(place.keywords..<place.value),
      values: own == OwnValueStrings.none
        ? part(place.value..<place.help) : MarkedPart(bytes: ownBytes, range: own),
      helps: part(place.help..<place.end), choices: part(place.choices..<place.end))
  }

  private func part(_ range: Range<Int>) -> MarkedPart { MarkedPart(bytes: bytes, range: range) }

  /// The strings of a setting or section.
  struct Strings {
    let section: MarkedPart
    let title: MarkedPart
    let key: MarkedPart
    /// Title and key.
    let names: MarkedPart
    let keywords: MarkedPart
    let values: MarkedPart
    /// The help, and the titles and help of the choices.
    let helps: MarkedPart
    let choices: MarkedPart

    /// The help alone.
    var ownHelp: MarkedPart {
      MarkedPart(bytes: helps.bytes, range: helps.range.lowerBound..<choices.range.lowerBound)
    }
  }
}
