import SettingsSystem
import Synchronization

/// Decodes an app's settings from documents, and keeps the last result, because new content is checked first and its values are
/// read next.
final class RootDecoder<Root: SettingsRoot>: Sendable {
  private struct Decoded {
    var bytes: [UInt8]
    var values: RootValues<Root>
  }

  private let defaults: LazyDefaults<Root>
  private let last = Mutex<Decoded?>(nil)

  init(defaults: LazyDefaults<Root>) {
    self.defaults = defaults
  }

  /// Decodes a document on top of the defaults. Cost: a comparison of the bytes if it is the same document as the last time.
  func decode(_ document: JSONDocument) throws(SettingsDecodingError) -> RootValues<Root> {
    if let known = last.withLock({ $0 }), known.bytes.hasSameBytes(as: document.bytes) { return known.values }
    let values = try DeepStack.perform(valuesOf: MemoryLayout<Root>.size) {
      () throws(SettingsDecodingError) in
      if let root = SettingsDecoder(document).decodeComplete(Root.self) { return RootValues(root) }
      return RootValues(try SettingsDecoder(document, defaults: encodedDefaults()).decode(Root.self))
    }
    last.withLock { $0 = Decoded(bytes: document.bytes, values: values) }
    return values
  }

  private func encodedDefaults() throws(SettingsDecodingError) -> JSONDocument {
    do throws(StoreError) { return try defaults.document() } catch {
      throw SettingsDecodingError(path: .root, position: nil, reason: "has no defaults: \(error)")
    }
  }
}
