import Foundation
import TestSupport
import Testing

/// Tests that build packages, one after the other, since they share a build folder.
@Suite(.serialized) enum PackageTests {
  /// The options that make the package manager build where `make test` has built the library. The tests' own run has the lock of that folder,
  /// and uses only what is built. A build description that was cached is that of another package.
  static let options =
    [
      "--scratch-path", MarkdownPage.package.appending(path: ".build/tests").path, "--ignore-lock",
      "--disable-build-manifest-caching", "--disable-index-store",
    ]
    + (ProcessInfo.processInfo.environment["SETTINGS_BUILD_OPTIONS"] ?? "").split(separator: " ").map(
      String.init)
}
