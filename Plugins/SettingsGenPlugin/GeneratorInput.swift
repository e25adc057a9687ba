import Foundation
import PackagePlugin

/// The input of `settings-gen` for a target.
struct GeneratorInput {
  let target: SwiftSourceModuleTarget
  let package: Package
  /// The Swift files of the target.
  let sources: [URL]
  /// The targets of the package that the target depends on, with their Swift files. Their types can be those of settings.
  let dependencies: [(module: String, sources: [URL])]
  /// The file that names the roots and the files of their exported forms; `nil` if the target has none.
  let configuration: URL?

  init(_ target: SwiftSourceModuleTarget, of package: Package) {
    self.target = target
    self.package = package
    sources = target.swiftFiles
    dependencies = target.dependenciesInPackage.map { ($0.moduleName, $0.swiftFiles) }
      .filter { !$0.1.isEmpty }.sorted { $0.0 < $1.0 }
    configuration = target.sourceFiles.map(\.url).first { $0.lastPathComponent == "settings-gen-config.json" }
  }

  /// The arguments that describe the target.
  var arguments: [String] {
    var arguments = ["--target", target.name, "--package", package.directoryURL.path]
    if let configuration { arguments += ["--config", configuration.path] }
    arguments += sources.map(\.path)
    for dependency in dependencies {
      arguments += ["--module", dependency.module] + dependency.sources.map(\.path)
    }
    return arguments
  }

  /// The files whose changes run the generator.
  ///
  /// The generator also reads exported forms. They aren't listed, because a build fails if a listed file is removed.
  var files: [URL] {
    sources + dependencies.flatMap(\.sources) + (configuration.map { [$0] } ?? [])
  }
}

extension SwiftSourceModuleTarget {
  /// The other Swift targets of the package whose modules the target can import.
  fileprivate var dependenciesInPackage: [SwiftSourceModuleTarget] {
    var found: [SwiftSourceModuleTarget] = []
    var waiting: [any Target] = [self]
    while let target = waiting.popLast() {
      for case .target(let other as SwiftSourceModuleTarget) in target.dependencies {
        // The framework itself declares no settings. Macros are programs that the compiler runs.
        let isOther = other.moduleName != "Settings" && other.kind != .macro && other.id != id
        guard isOther, !found.contains(where: { $0.id == other.id }) else { continue }
        found.append(other)
        waiting.append(other)
      }
    }
    return found
  }

  fileprivate var swiftFiles: [URL] {
    sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
  }
}
