extension FormTraits {
  /// Values of any type are valid; the kind only tells how the value is usually edited.
  package static let anyType = FormTraits(rawValue: 1 << 7)
  /// The form isn't that of an app, so a setting without a value isn't chosen by the app.
  package static let withoutApp = FormTraits(rawValue: 1 << 6)
}
