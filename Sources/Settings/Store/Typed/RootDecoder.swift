import SettingsSystem
import Synchronization

/// Decodes an app's settings from documents, and keeps the last result, because new content is checked first and its values are
/// read next.
final class RootDecoder<Root: SettingsRoot>: Sendable {
  private struct Decoded {
    var bytes: [UInt8]
    var values: RootValues<Root>
  }

  private let defaults: JSONDocument
  private let last = Mutex<Decoded?>(nil)

  init(defaults: JSONDocument) {
    self.defaults = defaults
  }

  /// Decodes a document on top of the defaults. Cost: a comparison of the bytes if it is the same document as the last time.
  func decode(_ document: JSONDocument) throws(SettingsDecodingError) -> RootValues<Root> {
    if let known = last.withLock({ $0 }), known.bytes.hasSameBytes(as: document.bytes) { return known.values }
    let decoder = SettingsDecoder(document, defaults: defaults)
    let values = try DeepStack.perform(valuesOf: MemoryLayout<Root>.size) {
      () throws(SettingsDecodingError) in
      RootValues(try decoder.decode(Root.self))
    }
    last.withLock { $0 = Decoded(bytes: document.bytes, values: values) }
    return values
  }
}
