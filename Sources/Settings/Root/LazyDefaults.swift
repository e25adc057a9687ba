/// The defaults of an app as JSON, which are encoded when they are first needed: a process whose file has every setting never needs
/// them.
struct LazyDefaults<Root: SettingsRoot>: Sendable {
  private let encoded = Lazy<Result<JSONDocument, StoreError>>()

  /// Returns the encoded defaults. Cost: linear in the number of settings the first time.
  func document() throws(StoreError) -> JSONDocument {
    let result = encoded.value {
      Result { () throws(StoreError) in try Root.encodedDefaults() }
    }
    return try result.get()
  }
}
