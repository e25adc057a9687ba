import Foundation
import PackagePlugin

/// The build products of a target and its dependencies.
struct BuiltTarget {
  /// The folder with the objects and modules of a configuration.
  let folder: URL
  private var swiftTargets: [SwiftSourceModuleTarget] = []
  private var clangTargets: [ClangSourceModuleTarget] = []
  private var systemLibraries: [SystemLibraryTarget] = []
  private var visited: Set<Target.ID> = []

  /// Finds the build folder above the plugin's own folder. The package manager doesn't tell plugins where it builds, and
  /// `--scratch-path` can change it.
  init(_ target: SwiftSourceModuleTarget, configuration: String, near work: URL) throws {
    var parent = work
    while !FileManager.default.fileExists(atPath: parent.appending(path: "\(configuration)/Modules").path) {
      guard parent.pathComponents.count > 1 else {
        throw Refusal(
          "the folder of the \(configuration) build wasn't found: no folder above \(work.path) has it")
      }
      parent.deleteLastPathComponent()
    }
    folder = parent.appending(path: configuration)
    add(target)
  }

  private mutating func add(_ target: any Target) {
    guard visited.insert(target.id).inserted else { return }
    switch target {
    case let target as SwiftSourceModuleTarget:
      // Macros are programs that the compiler runs.
      if target.kind == .macro { return }
      swiftTargets.append(target)
    case let target as ClangSourceModuleTarget: clangTargets.append(target)
    case let target as SystemLibraryTarget: systemLibraries.append(target)
    default: break
    }
    for dependency in target.dependencies {
      switch dependency {
      case .target(let target): add(target)
      case .product(let product): product.targets.forEach { add($0) }
      @unknown default: break
      }
    }
  }

  /// Returns the compiler's arguments for a program that imports a library of the build and contains all of its code.
  func arguments() throws -> [String] {
    var arguments = ["-I", folder.appending(path: "Modules").path]
    for target in clangTargets {
      let own = target.publicHeadersDirectoryURL?.appending(path: "module.modulemap")
      let generated = folder.appending(path: "\(target.moduleName).build/module.modulemap")
      let map = [own, generated].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
      if let map { arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"] }
    }
    arguments += try swiftTargets.flatMap(objects(of:)) + clangTargets.flatMap(objects(of:))
    let modules: [any SourceModuleTarget] = swiftTargets + clangTargets
    arguments += modules.flatMap { $0.linkedLibraries.map { "-l\($0)" } }
    arguments += modules.flatMap { $0.linkedFrameworks.flatMap { ["-framework", $0] } }
    arguments += systemLibraries.flatMap(\.linkerFlags)
    if clangTargets.contains(where: \.isCPlusPlus) {
      #if os(macOS)
        arguments.append("-lc++")
      #else
        arguments.append("-lstdc++")
      #endif
    }
    return arguments
  }

  /// Returns the objects of the current sources. The folder also contains those of removed sources.
  private func objects(of target: SwiftSourceModuleTarget) throws -> [String] {
    let map = folder.appending(path: "\(target.moduleName).build/output-file-map.json")
    let files = try JSONDecoder().decode([String: OutputFile].self, from: try Data(contentsOf: map))
    // The entry without a source is for the whole module, which has no object.
    return files.filter { !$0.key.isEmpty }.values.compactMap(\.object).sorted()
  }

  private struct OutputFile: Decodable {
    var object: String?
  }

  private func objects(of target: ClangSourceModuleTarget) -> [String] {
    let start = target.directoryURL.path.count + 1
    return target.sourceFiles.filter { $0.type == .source }.map { file in
      folder.appending(path: "\(target.moduleName).build/\(file.url.path.dropFirst(start)).o").path
    }
  }
}

extension ClangSourceModuleTarget {
  fileprivate var isCPlusPlus: Bool {
    sourceFiles.contains { ["cc", "cpp", "cxx", "mm"].contains($0.url.pathExtension) }
  }
}
