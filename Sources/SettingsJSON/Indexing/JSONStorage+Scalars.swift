import CVector

/// The index of text that differs from indexed text in a single scalar.
extension JSONStorage {
  /// Returns the storage of other text, with the same index except for one scalar; `nil` if the text differs in more than a scalar, or
  /// has no scalar there.
  ///
  /// The scalar has the same place among the other tokens, and what follows a scalar can follow any scalar. So the entries of all other
  /// tokens are the same, apart from the offsets after it, and so are the keys.
  ///
  /// Cost: a comparison of the text and a copy of the index, at the speed of memory.
  func replacingScalar(by text: [UInt8]) -> JSONStorage? {
    guard !isBlank, text.count <= limits.size else { return nil }
    let difference = differingRange(to: text)
    guard let entry = scalar(around: difference) else { return nil }
    let distance = text.count - bytes.count
    let start = entries[entry].offset
    let end = start + entries[entry].payload + distance
    guard start < end, let scalar = Self.scalar(text[start..<end], limits) else { return nil }
    var moved = JSONEntries(copying: entries, movedAfter: entry, by: distance)
    moved.replace(
      entry, with: JSONEntry(scalar.kind, at: start, payload: end - start, flag: scalar.flag))
    return JSONStorage(
      bytes: text, entries: moved, tables: tables, limits: limits, duplicateKeys: duplicateKeys,
      isBlank: false)
  }

  /// Returns the range of this text that other text replaces: what is between the bytes that both begin and end with.
  private func differingRange(to text: [UInt8]) -> Range<Int> {
    let shorter = min(bytes.count, text.count)
    return bytes.withUnsafeBufferPointer { bytes in
      text.withUnsafeBufferPointer { text in
        guard let start = bytes.baseAddress, let otherStart = text.baseAddress else { return 0..<bytes.count }
        let first = cvector_common_prefix(start, otherStart, shorter)
        let last = cvector_common_suffix(
          start + bytes.count, otherStart + text.count, shorter - first)
        return first..<(bytes.count - last)
      }
    }
  }

  /// Returns the entry of the scalar that contains a range, or at whose end the range is; `nil` if there is none.
  private func scalar(around range: Range<Int>) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].offset <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    // Another token can begin where the scalar ends.
    return (max(0, low - 2)..<low).reversed().first { entry in
      let token = entries[entry]
      return token.isScalar && range.upperBound <= token.offset + token.payload
    }
  }

  /// Returns the entry of text that is a scalar, and nothing else; otherwise `nil`.
  private static func scalar(_ text: ArraySlice<UInt8>, _ limits: JSONLimits) -> JSONEntry? {
    text.withUnsafeBufferPointer { text in
      var indexer = JSONIndexer(text, dialect: .strict, limits: limits, duplicateKeys: .refused)
      do throws(JSONParseError) { try indexer.run() } catch { return nil }
      guard indexer.entries.count == 1 else { return nil }
      let entry = indexer.entries[0]
      return entry.isScalar && entry.offset == 0 && entry.payload == text.count ? entry : nil
    }
  }
}

extension JSONEntry {
  /// Whether the token is a value without other values.
  fileprivate var isScalar: Bool {
    switch kind {
    case .null, .false, .true, .number, .string: true
    case .key, .array, .object, .end: false
    }
  }
}
