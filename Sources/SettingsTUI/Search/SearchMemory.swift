/// The searchable strings of a form as unsafe memory: access to arrays would be reference-counted and checked each time.
struct SearchMemory {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let places: UnsafeBufferPointer<SearchTexts.Place>
  private let ownBytes: UnsafeBufferPointer<UInt8>
  private let ownPlaces: UnsafeBufferPointer<Range<Int>>

  /// Calls the body with the memory, which is valid only during the call.
  static func with(_ texts: SearchTexts, _ ownTexts: OwnValueTexts, _ body: (SearchMemory) -> Void) {
    texts.texts.bytes.withUnsafeBufferPointer { bytes in
      texts.places.withUnsafeBufferPointer { places in
        ownTexts.texts.bytes.withUnsafeBufferPointer { ownBytes in
          ownTexts.places.withUnsafeBufferPointer { ownPlaces in
            body(SearchMemory(bytes: bytes, places: places, ownBytes: ownBytes, ownPlaces: ownPlaces))
          }
        }
      }
    }
  }

  /// Returns the strings of the setting at a position.
  func texts(at position: Int) -> Texts {
    let place = places[position]
    let own = ownPlaces[position]
    return Texts(
      section: part(place.section), title: part(place.title..<place.key), key: part(place.key..<place.value),
      names: part(place.title..<place.value),
      values: own == OwnValueTexts.none
        ? part(place.value..<place.help) : MarkedPart(bytes: ownBytes, range: own),
      helps: part(place.help..<place.end))
  }

  private func part(_ range: Range<Int>) -> MarkedPart { MarkedPart(bytes: bytes, range: range) }

  /// The strings of a setting.
  struct Texts {
    let section: MarkedPart
    let title: MarkedPart
    let key: MarkedPart
    /// Title and key.
    let names: MarkedPart
    let values: MarkedPart
    let helps: MarkedPart
  }
}
