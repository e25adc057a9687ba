// swift-tools-version: 6.2

import PackageDescription

let settings = Target.Dependency.product(name: "Settings", package: "Settings")
let generator = Target.PluginUsage.plugin(name: "SettingsGenPlugin", package: "Settings")

let package = Package(
  name: "Shapes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Settings", path: "../../..")],
  targets: [
    .target(name: "CDefaults", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Service", dependencies: ["CDefaults", settings], plugins: [generator]),
    .executableTarget(name: "tool", dependencies: ["Service", settings], plugins: [generator]),
    .target(name: "Plain", dependencies: [settings]),
    // The program of a library with settings.
    .executableTarget(name: "launcher", dependencies: ["Service", settings], plugins: [generator]),
  ])
