// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Trend",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Elsewhere: .package(url: "https://…/Settings", from: "1.0.0")
    .package(name: "Settings", path: "..")
  ],
  targets: [
    .target(name: "TrendCore"),
    .executableTarget(
      name: "trend",
      dependencies: [
        "TrendCore",
        .product(name: "Settings", package: "Settings"),
        .product(name: "SettingsTUI", package: "Settings"),
      ],
      plugins: [.plugin(name: "SettingsGenPlugin", package: "Settings")]),
    .testTarget(name: "TrendCoreTests", dependencies: ["TrendCore"]),
    .testTarget(name: "TrendTests", dependencies: ["trend"]),
  ],
  swiftLanguageModes: [.v6]
)
