import Foundation
import PackagePlugin

/// The export of the forms of a target.
struct Export {
  private let request: Request
  private let target: SwiftSourceModuleTarget
  private let context: PluginContext
  private let packageManager: PackageManager

  init(
    _ request: Request, of target: SwiftSourceModuleTarget, in context: PluginContext,
    _ packageManager: PackageManager
  ) {
    self.request = request
    self.target = target
    self.context = context
    self.packageManager = packageManager
  }

  /// Writes the forms, or returns the files that aren't up to date.
  func run() throws -> [String] {
    let roots = try roots()
    if roots.isEmpty { return [] }
    let exporter = try exporter()
    var outdated: [String] = []
    for root in roots {
      guard let form = try form(of: root, by: exporter) else { continue }
      let name = request.file ?? root.file
      let file = URL(filePath: name, relativeTo: context.package.directoryURL)
      let isCurrent = (try? Data(contentsOf: file)) == form.text
      if isCurrent {
        print("\(name) is up to date: \(form.summary)")
      } else if request.isCheck {
        outdated.append(name)
      } else {
        try write(form.text, to: file)
        print("wrote \(name): \(form.summary)")
      }
    }
    return outdated
  }

  /// Prints what an upgrade from the files in a revision of Git does to the files of users; returns whether a change is breaking.
  func compare() throws -> Bool {
    let roots = try roots()
    if roots.isEmpty { return false }
    let exporter = try exporter()
    let git = Tool(url: URL(filePath: "/usr/bin/env"))
    // Only this needs the program, so it isn't a tool of the plugin, which would be built each time.
    let built = try build(.product("settings-compare"), named: "settings-compare")
    guard
      let url = built.builtArtifacts.map(\.url).first(where: { $0.lastPathComponent == "settings-compare" })
    else { throw Refusal("the program settings-compare wasn't built:\n\(built.logText)") }
    let comparer = Tool(url: url)
    var isBreaking = false
    for root in roots {
      let name = request.file ?? root.file
      let file = URL(filePath: name, relativeTo: context.package.directoryURL)
      let (folder, revision) = (file.deletingLastPathComponent().path, request.revision ?? "HEAD")
      let shown = try git.run(["git", "-C", folder, "show", "\(revision):./\(file.lastPathComponent)"])
      guard shown.status == 0 else { throw Refusal("\(revision) has no \(name): \(shown.errors)") }
      guard let form = try form(of: root, by: exporter) else { continue }
      let (old, new) = (work("old"), work("new"))
      try shown.output.write(to: old)
      try form.text.write(to: new)
      let result = try comparer.run([old.path, new.path])
      print("\(name), from \(revision) to the built program:")
      print(String(decoding: result.output, as: UTF8.self), terminator: "")
      guard result.status <= 1 else { throw Refusal(result.errors) }
      isBreaking = isBreaking || result.status == 1
    }
    return isBreaking
  }

  /// Returns the form of a root. A target that isn't named may lend its types to others only, without code of its own.
  private func form(of root: TargetRoot, by exporter: Exporter) throws -> Exporter.Form? {
    if let form = try exporter.form(of: root) { return form }
    guard request.isNamed else {
      print("skipped '\(root.name)' of '\(target.name)', which has no generated code")
      return nil
    }
    throw Refusal("'\(root.name)' has no generated code; add SettingsGenPlugin to the plugins of its target")
  }

  private func work(_ name: String) -> URL {
    context.pluginWorkDirectoryURL.appending(path: "\(target.name)-\(name).schema.json")
  }

  /// Returns the roots in the sources, or the requested one. A target that isn't named can use the library without settings of its own, as
  /// the program does whose settings are in a library.
  private func roots() throws -> [TargetRoot] {
    let tool = Tool(url: try context.tool(named: "settings-gen").url)
    let result = try tool.run(
      (request.isNamed ? ["--roots"] : ["--roots", "--allow-none"])
        + GeneratorInput(target, of: context.package).arguments)
    if result.status != 0 {
      throw Refusal("'\(target.name)' has no form:\n\(result.errors)")
    }
    let roots = String(decoding: result.output, as: UTF8.self).split(separator: "\n").compactMap(
      TargetRoot.init)
    guard !roots.isEmpty else {
      print("skipped '\(target.name)', which has no settings of its own")
      return []
    }
    let wanted = request.root.map { name in roots.filter { $0.name == name } } ?? roots
    let names = roots.map(\.name).joined(separator: ", ")
    if let name = request.root, wanted.isEmpty {
      throw Refusal("'\(name)' isn't a root of '\(target.name)'; its roots: \(names)")
    }
    if request.file != nil, wanted.count > 1 {
      throw Refusal("--output needs a single root; name one with --root: \(names)")
    }
    return wanted
  }

  /// Builds the target, and a program that contains it.
  private func exporter() throws -> Exporter {
    _ = try build(.target(target.name), named: target.name)
    return try Exporter(target, configuration: request.configuration, in: context)
  }

  private func build(
    _ subset: PackageManager.BuildSubset, named name: String
  ) throws -> PackageManager.BuildResult {
    let configuration: PackageManager.BuildConfiguration
    switch request.configuration {
    case "debug": configuration = .debug
    case "release": configuration = .release
    default: throw Refusal("--configuration is debug or release, not '\(request.configuration)'")
    }
    let result = try packageManager.build(
      subset, parameters: .init(configuration: configuration, logging: .concise))
    guard result.succeeded else { throw Refusal("'\(name)' doesn't compile:\n\(result.logText)") }
    return result
  }

  private func write(_ text: Data, to file: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, options: .atomic)
    } catch {
      throw Refusal("\(file.path) can't be written: \(error.localizedDescription)")
    }
  }
}
