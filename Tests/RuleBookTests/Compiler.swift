import Foundation

/// The Swift compiler, looking at sources that import the library as it was built for the tests.
struct Compiler {
  /// What the compiler made of a source.
  struct Verdict {
    /// Its errors, with the lines that they stand at, counted from 1.
    var errors: [(line: Int, message: String)]
    /// The processor time that it took, in seconds.
    var seconds: Double
  }

  private let modules: URL
  private let moduleMap: URL

  /// `nil` if the built modules are not where the package manager puts them, so that there is nothing to import.
  init?() {
    guard let modules = BuildFolder.item("Modules"),
      let moduleMap = BuildFolder.item("CSystem.build/module.modulemap")
    else { return nil }
    self.modules = modules
    self.moduleMap = moduleMap
  }

  /// Type-checks a source.
  func check(_ source: String) throws -> Verdict {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    try Data(source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    // The shell's `times` tells the processor time of its children in the second line, whatever else runs meanwhile.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "swiftc \"$@\"; times", "sh", "-typecheck", "-parse-as-library", "-swift-version", "6",
      "-diagnostic-style", "llvm", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "MemberImportVisibility",
      "-I", modules.path, "-Xcc",
      "-fmodule-map-file=\(moduleMap.path)", file.path,
    ]
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
    return Verdict(errors: found, seconds: Self.seconds(times))
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
