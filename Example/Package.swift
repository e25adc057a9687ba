// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Trend",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "TrendCore"),
    .testTarget(name: "TrendCoreTests", dependencies: ["TrendCore"]),
  ],
  swiftLanguageModes: [.v6]
)
