import PackagePlugin

@main
struct SettingsGenPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    []
  }
}
