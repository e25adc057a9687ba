import Settings

extension ApplyOutcome {
  /// The sentence, without its period, about stored content that may not be durable.
  package static let notDurableText = "the system did not confirm that it would survive a crash"
}
