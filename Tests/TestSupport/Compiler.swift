import Foundation

/// The Swift compiler, for sources that import the library as it was built for the tests.
///
/// It answers what no test in the same process can: whether code that an app or the generator writes compiles (``check(_:)``), with which
/// errors at which lines, and what it does when it runs (``build(_:options:to:)``). A run of the compiler takes seconds, so tests put many
/// cases into one source.
public struct Compiler: Sendable {
  /// The result of a compilation.
  public struct Verdict: Sendable {
    /// The errors and their lines, counted from 1.
    public var errors: [(line: Int, message: String)]
    /// The compiler's output.
    public var output: String
    /// The processor time, in seconds.
    public var seconds: Double
  }

  private let modules: URL
  private let moduleMaps: [URL]
  private let objects: [URL]

  /// Finds the built modules; `nil` if they are not in the package manager's build folder.
  public init?() {
    guard let modules = BuildFolder.item("Modules"),
      let system = BuildFolder.item("CSystem.build/module.modulemap")
    else { return nil }
    self.modules = modules
    moduleMaps =
      [system]
      + ["CVector", "CTerminal", "CCurl"].compactMap { BuildFolder.item("\($0).build/module.modulemap") }
    objects = [
      "CSystem.build", "SettingsSystem.build", "SettingsJSON.build", "SettingsForm.build",
      "SettingsValidation.build", "Settings.build", "SettingsEditing.build",
    ].flatMap { folder -> [URL] in
      guard let url = BuildFolder.item(folder) else { return [] }
      let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.allObjects ?? []
      // The folder keeps the objects of sources that were removed or renamed, so the package manager's list decides.
      let sources = try? String(contentsOf: url.appending(path: "sources"), encoding: .utf8)
      let current = sources.map { list in
        Set(list.split(separator: "\n").map { "\($0.split(separator: "/").last ?? "").o" })
      }
      return files.compactMap { $0 as? URL }
        .filter { $0.pathExtension == "o" && current?.contains($0.lastPathComponent) != false }
        .sorted { $0.path < $1.path }
    }
  }

  /// Type-checks a source, a file of a library. The errors are in the verdict; it throws only if the compiler can't be run.
  public func check(_ source: String) throws -> Verdict {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    try Data(source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try run(["-typecheck", "-wmo", "-parse-as-library", file.path])
  }

  /// Type-checks the files of a program, each with its name. `main.swift`, or a file alone, may have statements at file scope.
  ///
  /// The verdict's lines are counted in each file, and don't say which file; ask for `output` if that matters.
  public func check(_ files: [String: String], options: [String] = []) throws -> Verdict {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try files.sorted { $0.key < $1.key }.map { name, text in
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let isLibrary = files.count > 1 && files["main.swift"] == nil
    return try run(
      ["-typecheck", "-wmo", "-module-name", "Program"] + (isLibrary ? ["-parse-as-library"] : []) + options
        + paths)
  }

  /// The package's name as the package manager derives it from the folder of the package: `package` declarations are visible only to it.
  private static let packageName: String = {
    let folder = #filePath.split(separator: "/").dropLast(3).last.map(String.init) ?? ""
    return String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }()

  /// Builds a program from sources, as a part of the package, and links it with the library.
  public func build(_ sources: [URL], options: [String] = [], to program: URL) throws -> Verdict {
    try run(
      ["-wmo", "-Onone", "-module-name", "Program", "-package-name", Self.packageName, "-o", program.path]
        + options
        + (sources + objects).map(\.path))
  }

  /// Builds a module of the package from one source. The options are those of the programs and modules that import it.
  public func buildModule(_ name: String, _ source: String, options: [String] = [], in folder: URL) throws
    -> (verdict: Verdict, options: [String])
  {
    let file = folder.appending(path: "\(name).swift")
    try Data(source.utf8).write(to: file)
    let object = folder.appending(path: "\(name).o").path
    let verdict = try run(
      [
        "-wmo", "-Onone", "-parse-as-library", "-module-name", name, "-package-name", Self.packageName,
        "-emit-module", "-emit-module-path", folder.appending(path: "\(name).swiftmodule").path, "-c", "-o",
        object, file.path,
      ] + options.filter { !$0.hasSuffix(".o") })
    return (verdict, options + ["-I", folder.path, object])
  }

  private func run(_ arguments: [String]) throws -> Verdict {
    // The second line that the shell's `times` prints is the processor time of its children alone.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      [
        "-c", "swiftc \"$@\"; times", "sh", "-swift-version", "6",
        "-diagnostic-style", "llvm", "-enable-upcoming-feature", "ExistentialAny",
        "-enable-upcoming-feature", "MemberImportVisibility",
        "-I", modules.path,
      ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let times = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()

    let pattern = try Regex<(Substring, Substring, Substring)>(#":(\d+):\d+: error: (.*)"#)
    let found = said.split(separator: "\n").compactMap { line -> (line: Int, message: String)? in
      guard let match = line.firstMatch(of: pattern), let number = Int(match.1) else {
        return line.contains("error:") ? (0, String(line)) : nil
      }
      return (number, String(match.2))
    }
    return Verdict(errors: found, output: said, seconds: Self.seconds(times))
  }

  /// `0m0.51s 0m0.08s` in the last line.
  private static func seconds(_ times: String) -> Double {
    let fields = times.split(separator: "\n").last?.split(separator: " ") ?? []
    return fields.reduce(0) { sum, field in
      let parts = field.dropLast().split(separator: "m").compactMap { Double($0) }
      return parts.count == 2 ? sum + parts[0] * 60 + parts[1] : sum
    }
  }
}
