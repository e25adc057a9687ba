/// Decodes values from a settings file that overlays the defaults.
///
/// A key that is missing in the file is read from the defaults, so that a file that was written before a property was added
/// stays valid. Only sections are merged: a list or a dictionary in the file replaces the whole default.
struct SettingsDecoder {
  let document: JSONDocument
  let defaults: JSONDocument?

  /// Creates a decoder of a file and of the encoded defaults.
  init(_ document: JSONDocument, defaults: JSONDocument? = nil) {
    self.document = document
    self.defaults = defaults
  }

  /// Decodes a value from the document alone; returns `nil` if the value reads a key that the document lacks, which would need the
  /// defaults, or if decoding fails.
  func decodeComplete<Value: Decodable>(_ type: Value.Type) -> Value? {
    let decoder = NodeDecoder(complete: document.root)
    guard let value = try? decoder.decode(type), !decoder.hasMissedKeys else { return nil }
    return value
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws(SettingsDecodingError) -> Value {
    do {
      return try NodeDecoder(node: document.root, fallback: defaults?.root).decode(type)
    } catch let error as DecodingError {
      throw SettingsDecodingError(error, in: document)
    } catch let error as SettingsDecodingError {
      throw error
    } catch {
      throw SettingsDecodingError(path: .root, position: nil, reason: "is refused by the app: \(error)")
    }
  }
}

extension SettingsDecodingError {
  /// Adds the position in the file to a decoding error.
  fileprivate init(_ error: DecodingError, in document: JSONDocument) {
    let context: DecodingError.Context
    var path: SettingPath
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
      path = SettingPath(found.codingPath)
    case .keyNotFound(let key, let found):
      context = found
      path = SettingPath(found.codingPath).appending(key.stringValue)
    @unknown default:
      context = DecodingError.Context(codingPath: [], debugDescription: "is refused by the app")
      path = .root
    }
    self.init(path: path, position: document.node(at: path)?.position, reason: context.debugDescription)
  }
}
