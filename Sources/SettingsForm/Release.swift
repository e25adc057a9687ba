/// This release, for all programs of the package.
package enum Release {
  /// The version by Semantic Versioning.
  package static let version = "0.1.0"
}
