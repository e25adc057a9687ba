// swift-tools-version: 6.2

import PackageDescription

// The benchmarks measure symbols of the package access level, too. The name is that of the parent package's folder, as the package
// manager derives it.
let parentName = Context.packageDirectory.split(separator: "/").dropLast().last.map(String.init) ?? ""
let packageName = String(parentName.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Settings", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [.product(name: "SettingsEditing", package: "Settings")],
      // Otherwise the package manager passes the name of this package.
      packageAccess: false,
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-package-name", packageName]),
      ])
  ],
  swiftLanguageModes: [.v6]
)
