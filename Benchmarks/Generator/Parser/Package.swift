// swift-tools-version: 6.2

import PackageDescription

// `SWIFT_SYNTAX` is a folder named `swift-syntax` with the sources of https://github.com/swiftlang/swift-syntax.
let package = Package(
  name: "Parser",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: Context.environment["SWIFT_SYNTAX"] ?? "swift-syntax")],
  targets: [
    .executableTarget(
      name: "parser",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      path: "Sources")
  ])
