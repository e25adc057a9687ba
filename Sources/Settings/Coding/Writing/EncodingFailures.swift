/// How the encoder handles a value that JSON can't represent, such as `nan`, and a value whose `encode(to:)` fails.
enum EncodingFailures {
  case thrown
  /// Encodes a value of the wrong type with the reason. Once it is staged, the form reports it as a problem at its own path.
  case encodedAsMismatch
}
