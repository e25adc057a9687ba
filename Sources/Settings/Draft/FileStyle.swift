/// Which settings a settings file holds.
public enum FileStyle: Hashable, Sendable {
  /// Those that were set; a missing key means the default, and a reset removes the key.
  case sparse
  /// All, for people who edit the file by hand: an apply, even of a draft without changes, writes the defaults of those
  /// that are not there, and a reset writes the default.
  ///
  /// A setting whose default only the app knows, or which rules derive, is left out, as a value in the file would
  /// overrule them.
  case full
}
