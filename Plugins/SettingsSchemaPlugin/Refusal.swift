/// The reason why nothing was written, as one sentence.
struct Refusal: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
