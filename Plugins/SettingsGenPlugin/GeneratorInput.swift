import Foundation
import PackagePlugin

/// The input of `settings-gen` for a target.
struct GeneratorInput {
  let target: SwiftSourceModuleTarget
  let package: Package
  /// The Swift files of the target.
  let sources: [URL]
  /// The file that names the roots and the files of their exported forms; `nil` if the target has none.
  let configuration: URL?

  init(_ target: SwiftSourceModuleTarget, of package: Package) {
    self.target = target
    self.package = package
    sources = target.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
    configuration = target.sourceFiles.map(\.url).first { $0.lastPathComponent == "settings-gen-config.json" }
  }

  /// The arguments that describe the target.
  var arguments: [String] {
    var arguments = ["--target", target.name, "--package", package.directoryURL.path]
    if let configuration { arguments += ["--config", configuration.path] }
    return arguments + sources.map(\.path)
  }

  /// The files whose changes run the generator.
  ///
  /// The generator also reads exported forms. They aren't listed, because a build fails if a listed file is removed.
  var files: [URL] { sources + (configuration.map { [$0] } ?? []) }
}
