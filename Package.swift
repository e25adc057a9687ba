// swift-tools-version: 6.2

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Each clean build of an app builds the generator, a release build even twice. There, it is one module that isn't optimized and that shares
// nothing with the library: see "The generator is one module in apps" in Documentation/Decisions.md.
//
// SwiftPM has the packages that an app depends on in a folder `checkouts`, beside its record of them.
let folder = URL(filePath: Context.packageDirectory).deletingLastPathComponent()
let record = folder.deletingLastPathComponent().appending(path: "workspace-state.json")
let isDependency =
  folder.lastPathComponent == "checkouts" && FileManager.default.fileExists(atPath: record.path)
let generator: [Target] =
  isDependency
  ? [
    .target(name: "CGeneratorModules"),
    .executableTarget(
      name: "settings-gen", dependencies: ["CGeneratorModules", "CSystem", "CVector"],
      path: "Sources/SettingsGenCombined", swiftSettings: strict + [.unsafeFlags(["-Onone"])]),
  ]
  : [
    .target(
      name: "SettingsGenCore",
      dependencies: ["SettingsForm", "SettingsComparison", "SettingsSystem", "CVector"],
      swiftSettings: strict + [.define("COMPARISON")]),
    // It has the name of its product, because a plugin finds a tool of its own package only by that name.
    .executableTarget(
      name: "settings-gen", dependencies: ["SettingsGenCore"], path: "Sources/SettingsGen",
      swiftSettings: strict),
  ]

let package = Package(
  name: "Settings",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Settings", targets: ["Settings"]),
    .library(name: "SettingsEditing", targets: ["SettingsEditing"]),
    .library(name: "SettingsSchemas", targets: ["SettingsSchemas"]),
    .library(name: "SettingsTUI", targets: ["SettingsTUI"]),
    .library(name: "SettingsEtcd", targets: ["SettingsEtcd"]),
    .executable(name: "settings-tui", targets: ["settings-tui"]),
    .executable(name: "settings-gen", targets: ["settings-gen"]),
    .executable(name: "settings-compare", targets: ["settings-compare"]),
    .executable(name: "settings-storage-etcd", targets: ["settings-storage-etcd"]),
    .executable(name: "settings-storage-check", targets: ["settings-storage-check"]),
    .plugin(name: "SettingsGenPlugin", targets: ["SettingsGenPlugin"]),
    .plugin(name: "SettingsSchemaPlugin", targets: ["SettingsSchemaPlugin"]),
  ],
  targets: [
    .target(name: "CSystem"),
    .target(name: "SettingsSystem", dependencies: ["CSystem"], swiftSettings: strict),
    .target(name: "CVector"),
    .target(name: "SettingsJSON", dependencies: ["CVector"], swiftSettings: strict),
    // The generator, which every app builds, needs only this part of the form.
    .target(name: "SettingsForm", dependencies: ["SettingsJSON"], swiftSettings: strict),
    // An app compiles it when it asks what an upgrade does to the files of its users.
    .target(
      name: "SettingsComparison", dependencies: ["SettingsForm", "SettingsSystem"], swiftSettings: strict),
    .executableTarget(
      name: "settings-compare", dependencies: ["SettingsComparison"], swiftSettings: strict),
  ] + generator + [
    .target(name: "SettingsValidation", dependencies: ["SettingsForm"], swiftSettings: strict),
    .target(
      name: "Settings", dependencies: ["SettingsValidation", "SettingsSystem"], swiftSettings: strict),
    // An app without screens of its own for its settings doesn't need this part.
    .target(name: "SettingsEditing", dependencies: ["Settings"], swiftSettings: strict),
    // An app whose form the generator writes doesn't need this part.
    .target(name: "SettingsSchemas", dependencies: ["SettingsValidation"], swiftSettings: strict),
    // It opens libcurl at run time, so it needs no headers and no linked library.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "SettingsEtcd", dependencies: ["Settings", "SettingsSchemas", "SettingsSystem", "CCurl"],
      swiftSettings: strict),
    .plugin(
      name: "SettingsGenPlugin", capability: .buildTool(), dependencies: ["settings-gen"]),
    .plugin(
      name: "SettingsSchemaPlugin",
      capability: .command(
        intent: .custom(
          verb: "settings-schema", description: "Write the JSON Schema of a target's settings to a file"),
        permissions: [
          .writeToPackageDirectory(reason: "The schema is written to a file of the package.")
        ]),
      dependencies: ["settings-gen"]),
    .target(
      name: "CTerminal", dependencies: ["CSystem"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "SettingsTUI", dependencies: ["SettingsEditing", "SettingsSystem", "CTerminal", "CVector"],
      swiftSettings: strict),
    .target(
      name: "SettingsCommands",
      dependencies: ["SettingsTUI", "SettingsSchemas", "SettingsStorageHelper", "SettingsSystem"],
      swiftSettings: strict),
    .executableTarget(
      name: "settings-tui", dependencies: ["SettingsCommands", "SettingsSystem"], swiftSettings: strict),
    // Storages behind programs that speak a protocol on their standard streams. `settings-tui` uses etcd only through it.
    .target(
      name: "SettingsStorageHelper", dependencies: ["Settings", "SettingsSystem"], swiftSettings: strict),
    .target(
      name: "SettingsStoragePrograms",
      dependencies: [
        "SettingsEtcd", "SettingsStorageConformance", "SettingsStorageHelper", "SettingsSystem",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "settings-storage-etcd", dependencies: ["SettingsStoragePrograms"], swiftSettings: strict),
    .executableTarget(
      name: "settings-storage-check", dependencies: ["SettingsStoragePrograms"], swiftSettings: strict),
    // All programs in one, for packages. It isn't a product: an app needs none of them.
    .executableTarget(
      name: "settings-programs",
      dependencies: ["SettingsCommands", "SettingsGenCore", "SettingsStoragePrograms", "SettingsSystem"],
      swiftSettings: strict),
    // What every storage has to do, for the tests and for `settings-storage-check`.
    .target(name: "SettingsStorageConformance", dependencies: ["Settings"], swiftSettings: strict),
    // Shared by the tests of several targets.
    .target(
      name: "TestSupport", dependencies: ["SettingsSystem"], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "SettingsSystemTests", dependencies: ["SettingsSystem"], swiftSettings: strict),
    .testTarget(
      name: "SettingsJSONTests", dependencies: ["SettingsJSON", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SettingsFormTests",
      dependencies: [
        "SettingsEditing", "SettingsSchemas", "SettingsGenCore", "SettingsSystem", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsTests",
      dependencies: [
        "SettingsEditing", "SettingsSchemas", "SettingsStorageConformance", "SettingsSystem", "CSystem",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsEtcdTests",
      dependencies: ["SettingsEtcd", "SettingsStorageConformance", "SettingsSystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsGenCoreTests",
      dependencies: [
        "SettingsGenCore", "SettingsComparison", "SettingsEditing", "SettingsSystem", "TestSupport",
      ],
      exclude: ["Goldens"],
      swiftSettings: strict),
    .testTarget(
      name: "GeneratedFixtureTests", dependencies: ["SettingsEditing"], swiftSettings: strict,
      plugins: ["SettingsGenPlugin"]),
    .testTarget(
      name: "PublicFixtureTests", dependencies: ["Settings"], swiftSettings: strict,
      plugins: ["SettingsGenPlugin"]),
    .testTarget(
      name: "RuleBookTests", dependencies: ["SettingsEditing", "TestSupport"], swiftSettings: strict,
      plugins: ["SettingsGenPlugin"]),
    .testTarget(
      name: "SettingsTUITests", dependencies: ["SettingsTUI", "SettingsSchemas", "TestSupport"],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsCommandsTests",
      dependencies: ["SettingsCommands", "SettingsStorageHelper", "SettingsSystem", "TestSupport"],
      swiftSettings: strict),
    // Not part of a product. The tests run it in addition to the command line.
    .executableTarget(
      name: "apply-loop", dependencies: ["SettingsEtcd", "SettingsSystem"], path: "Tests/ApplyLoop",
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests", dependencies: ["Settings", "CSystem", "TestSupport"],
      exclude: ["Golden", "SchemaPackage"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// An app can't use what needs the generator as a library.
if isDependency { package.targets.removeAll { $0.type == .test || $0.name == "settings-programs" } }

// Some builds need few targets: those with a sanitizer, or with changed code. SETTINGS_TESTS names the tests; their dependencies follow.
if let tests = Context.environment["SETTINGS_TESTS"] {
  var wanted = Set(tests.split(separator: " ").map(String.init))
  // A target is declared after its dependencies.
  for target in package.targets.reversed() where wanted.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
  }
  package.products = []
  package.targets.removeAll { !wanted.contains($0.name) }
}
