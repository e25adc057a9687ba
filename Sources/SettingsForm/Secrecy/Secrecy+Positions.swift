extension Secrecy {
  /// Whether the elements of a list are secret or not by their position, as the elements of a tuple are.
  package var dependsOnPosition: Bool {
    holdsSecrets && alternatives.contains { !$0.parts.prefix.isEmpty }
  }
}
