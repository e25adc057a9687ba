import Foundation
import PackagePlugin

/// `swift package settings-schema`: writes the JSON Schema of a target's settings to a file.
@main
struct SettingsSchemaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var rest = ArgumentExtractor(arguments)
    if rest.extractFlag(named: "help") > 0 {
      print(help)
      return
    }
    let names = rest.extractOption(named: "target")
    let files = rest.extractOption(named: "output")
    let roots = rest.extractOption(named: "root")
    let isCheck = rest.extractFlag(named: "check") > 0
    if let unknown = rest.remainingArguments.first {
      throw Refusal(description: "'\(unknown)' is unknown; see swift package settings-schema --help")
    }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let modules = targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { !names.isEmpty || $0.usesSettings }
    if modules.isEmpty { throw Refusal(description: "no target uses Settings; name one with --target") }
    if modules.count > 1, !files.isEmpty {
      throw Refusal(description: "--output needs a single target; name it with --target")
    }
    for module in modules {
      let name = files.last ?? "\(module.name).schema.json"
      let output = URL(filePath: name, relativeTo: context.package.directoryURL).path
      let sources = module.sourceFiles(withSuffix: "swift").map(\.url.path).sorted()
      var call = ["--schema", output]
      if let root = roots.last { call += ["--root", root] }
      if isCheck { call.append("--check") }
      try run(try context.tool(named: "settings-gen").url, call + sources)
      print(isCheck ? "\(output) is up to date" : "wrote \(output)")
    }
  }

  private func run(_ tool: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Refusal(description: "settings-gen failed with status \(process.terminationStatus)")
    }
  }

  private let help = """
    Writes the JSON Schema of a target's settings to a file.

    USAGE
      swift package --allow-writing-to-package-directory settings-schema
        [--target NAME] [--root TYPE] [--output FILE] [--check]

    Without --target, it writes a schema for each target that depends on Settings. The
    default file is TARGET.schema.json in the folder of the package.
    """
}

/// The reason why nothing was written.
private struct Refusal: Error, CustomStringConvertible {
  var description: String
}

extension SwiftSourceModuleTarget {
  /// Whether the target depends on the library.
  fileprivate var usesSettings: Bool {
    guard kind != .test else { return false }
    return dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.name == "Settings"
      case .target(let target): target.name == "Settings"
      @unknown default: false
      }
    }
  }
}
