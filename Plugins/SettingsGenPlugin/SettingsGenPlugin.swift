import Foundation
import PackagePlugin

/// Runs `settings-gen` when a Swift file of the target has changed, and compiles the generated code.
@main
struct SettingsGenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let input = GeneratorInput(target, of: context.package)
    guard !input.sources.isEmpty else { return [] }
    let output = context.pluginWorkDirectoryURL.appending(path: "Settings.generated.swift")
    return [
      .buildCommand(
        displayName: "Generate the settings form of \(target.name)",
        executable: try context.tool(named: "settings-gen").url,
        arguments: ["--allow-none", "--every-root", "--swift", output.path] + input.arguments,
        inputFiles: input.files,
        outputFiles: [output])
    ]
  }
}
