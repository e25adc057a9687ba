extension FormTraits {
  /// Values of any type are valid; the kind only tells how the value is usually edited.
  package static let anyType = FormTraits(rawValue: 1 << 7)
}
