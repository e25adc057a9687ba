import Foundation
import PackagePlugin

/// `swift package settings-schema`: writes the forms of the built program to files.
@main
struct SettingsSchemaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var rest = ArgumentExtractor(arguments)
    if rest.extractFlag(named: "help") > 0 {
      print(help)
      return
    }
    let names = rest.extractOption(named: "target")
    var request = Request(
      root: rest.extractOption(named: "root").last, file: rest.extractOption(named: "output").last,
      configuration: rest.extractOption(named: "configuration").last ?? "debug",
      isCheck: rest.extractFlag(named: "check") > 0, revision: rest.extractOption(named: "compare").last,
      isNamed: !names.isEmpty)
    if let unknown = rest.remainingArguments.first {
      throw Refusal("'\(unknown)' is unknown; see swift package settings-schema --help")
    }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let modules = targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { !names.isEmpty || $0.usesSettings }
    if modules.isEmpty { throw Refusal("no target uses Settings; name one with --target") }
    request.isNamed = request.isNamed || modules.count == 1
    if modules.count > 1, request.file != nil {
      throw Refusal("--output needs a single target; name it with --target")
    }
    if request.revision != nil {
      let breaking = try modules.filter { try Export(request, of: $0, in: context, packageManager).compare() }
      if !breaking.isEmpty {
        throw Refusal("the upgrade breaks files of users; write 'was' or migrations for what it says")
      }
      return
    }
    let outdated = try modules.map {
      (target: $0.name, files: try Export(request, of: $0, in: context, packageManager).run())
    }.filter { !$0.files.isEmpty }
    if !outdated.isEmpty {
      let files = outdated.flatMap(\.files).joined(separator: ", ")
      let targets = outdated.map { " --target \($0.target)" }.joined()
      throw Refusal(
        "\(files) is out of date; run swift package --allow-writing-to-package-directory settings-schema\(targets)"
      )
    }
  }

  private let help = """
    Writes the forms of the built program to files, as JSON Schema, with rules and defaults.

    USAGE
      swift package --allow-writing-to-package-directory settings-schema
        [--target NAME] [--root TYPE] [--output FILE] [--check|--compare REVISION]
        [--configuration debug|release]

    It builds the targets and doesn't run the program. Without --target, it writes the
    forms of each target that depends on Settings and has settings of its own. The default file is TARGET.schema.json
    in the folder of the package, or TARGET.TYPE.schema.json if the target has several
    roots; the target's settings-gen-config.json can name other files. With --check, it
    writes nothing, and fails if a file isn't up to date. With --compare, it writes nothing,
    prints what an upgrade from the file in a revision of Git does to the files of users,
    and fails if a change is breaking.
    """
}

/// The options of the command line.
struct Request {
  var root: String?
  var file: String?
  /// The build configuration, `debug` or `release`.
  var configuration: String
  var isCheck: Bool
  /// The revision of Git to compare with.
  var revision: String?
  /// Whether the command line names the targets, or there is only one, so that each has to have a form.
  var isNamed: Bool
}

extension SwiftSourceModuleTarget {
  /// Whether the target depends on the library.
  fileprivate var usesSettings: Bool {
    guard kind != .test else { return false }
    return dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.name == "Settings"
      case .target(let target): target.name == "Settings"
      @unknown default: false
      }
    }
  }
}
