/// Which settings a settings file contains.
public enum FileStyle: Hashable, Sendable {
  /// Settings that are set. A missing key means the default, and a reset removes the key.
  case sparse
  /// All settings, for files that are also edited by hand. An apply, even of an empty draft, adds the defaults of missing
  /// settings, and a reset writes the default.
  ///
  /// A setting whose default is unknown to the form, or derived by rules, isn't added, because a value in the file would
  /// override it.
  case full
}
