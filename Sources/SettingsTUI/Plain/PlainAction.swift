/// An action on a setting, for a person to choose from a list.
enum PlainAction: Hashable {
  case change
  case reset
  case unstage
  case setNone

  /// The action's description in the list.
  var title: String {
    switch self {
    case .change: "Change the value"
    case .reset: "Reset to the default"
    case .unstage: "Unstage the change"
    case .setNone: "Set to none"
    }
  }
}
