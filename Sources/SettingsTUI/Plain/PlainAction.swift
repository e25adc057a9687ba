/// What can be done with a setting.
enum PlainAction: Hashable {
  case change
  case reset
  case revert
  case setNone

  /// What the list says.
  var title: String {
    switch self {
    case .change: "Change the value"
    case .reset: "Reset to the default"
    case .revert: "Back to what is saved"
    case .setNone: "Set to none"
    }
  }
}
