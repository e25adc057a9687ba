// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Poller",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Elsewhere: .package(url: "https://…/Settings", from: "1.0.0")
    .package(name: "Settings", path: "../..")
  ],
  targets: [
    .target(
      name: "PollerCore",
      dependencies: [
        .product(name: "Settings", package: "Settings"),
        .product(name: "SettingsEtcd", package: "Settings"),
      ],
      plugins: [.plugin(name: "SettingsGenPlugin", package: "Settings")]),
    .executableTarget(
      name: "poller",
      dependencies: ["PollerCore", .product(name: "SettingsTUI", package: "Settings")]),
    .testTarget(
      name: "PollerCoreTests",
      dependencies: ["PollerCore", .product(name: "SettingsEditing", package: "Settings")]),
    .testTarget(
      name: "PollerTests",
      dependencies: ["PollerCore", "poller", .product(name: "SettingsEtcd", package: "Settings")]),
  ],
  swiftLanguageModes: [.v6]
)
