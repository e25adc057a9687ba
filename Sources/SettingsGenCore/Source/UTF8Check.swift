/// Validation of UTF-8.
enum UTF8Check {
  /// Returns the offset of the first byte that isn't valid UTF-8; `nil` if the file is valid.
  static func firstFault(in file: SourceFile) -> Int? {
    let text = file.bytes[0..<file.count]
    if String(validating: text, as: UTF8.self) != nil { return nil }
    var decoder = UTF8.ForwardParser()
    var bytes = text.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &bytes) {
      case .valid(let scalar): offset += scalar.count
      case .error, .emptyInput: return offset
      }
    }
  }
}
