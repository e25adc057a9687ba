import Foundation
import PackagePlugin

/// Runs `settings-gen` when a Swift file of the target has changed, and compiles the generated code.
@main
struct SettingsGenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let sources = target.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
    guard !sources.isEmpty else { return [] }
    let output = context.pluginWorkDirectoryURL.appending(path: "Settings.generated.swift")
    return [
      .buildCommand(
        displayName: "Generate the settings form of \(target.name)",
        executable: try context.tool(named: "settings-gen").url,
        arguments: ["--allow-none", "--every-root", "--swift", output.path] + sources.map(\.path),
        inputFiles: sources,
        outputFiles: [output])
    ]
  }
}
