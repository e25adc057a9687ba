import SettingsSystem

extension SystemError {
  /// The system's description, as a part of a sentence.
  var reason: String { description.prefix(1).lowercased() + description.dropFirst() }
}
