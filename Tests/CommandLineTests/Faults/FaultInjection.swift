import Foundation
import TestSupport
import Testing

/// Makes the Nth system call of a process fail, or kills the process there: see `Tests/FaultInjection`.
///
///     for call in 1... {
///       let (run, name) = try FaultInjection.run(["set", …], in: folder, .usual, .kill, at: call)
///       guard let name else { break }      there were fewer calls: done
///       …                                  the file must have the old or the new content
///     }
///
/// ``SimulatedFileSystem`` does the same without a process and knows what a crash loses; this shows that the real calls are made in that
/// order. The built library is shared by the tests of a run.
enum FaultInjection {
  /// The fault.
  enum Fault: String, CaseIterable, Sendable { case kill, error }

  /// The kind of file system.
  enum Kernel: String, CaseIterable, Sendable {
    case usual
    /// A file system that can't exchange two names.
    case withoutExchange
    /// The settings file is mounted by itself, so it is written in place.
    case mountedFile
  }

  /// The library to preload; `nil` without a C compiler or support for preloading.
  static let library: String? = {
    #if os(Linux)
      guard let folder = BuiltPrograms.folder,
        let compiler = BuiltPrograms.tool("clang") ?? BuiltPrograms.tool("cc")
      else { return nil }
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("FaultInjection/FaultInjection.c").path
      // Rename it, because another test process may build it at the same time.
      let (made, library) = ("\(folder)/fault-injection-\(getpid()).so", "\(folder)/fault-injection.so")
      let run = try? Run(compiler, ["-O1", "-shared", "-fPIC", "-o", made, source, "-ldl"])
      guard run?.status == 0, rename(made, library) == 0 else { return nil }
      return isEffective(library) ? library : nil
    #else
      return nil
    #endif
  }()

  /// Whether a program loads the library, which a statically linked one doesn't. The tests are skipped then, instead of passing without a
  /// fault.
  private static func isEffective(_ library: String) -> Bool {
    guard let workspace = try? Workspace() else { return false }
    let run = try? Run(
      "/usr/bin/env",
      [
        "LD_PRELOAD=\(library)", "FAULT_CALL=1", BuiltPrograms.settingsTUI, "set", "settings.json",
        "verbose=true",
      ],
      in: workspace.folder)
    return run?.signal == SIGKILL
  }

  /// Runs `settings-tui` with a fault at a call.
  ///
  /// - Returns: The run and the name of the call, which is `nil` if there were fewer calls.
  static func run(
    _ words: [String], in folder: String, _ kernel: Kernel, _ fault: Fault, at call: Int
  ) throws -> (run: Run, call: String?) {
    let library = try #require(library)
    let report = folder + "/report"
    var variables = ["LD_PRELOAD=\(library)", "FAULT_CALL=\(call)", "FAULT_REPORT=\(report)"]
    if kernel == .withoutExchange { variables.append("FAULT_EXCHANGE=no") }
    if kernel == .mountedFile { variables.append("FAULT_MOUNT=settings.json") }
    if fault == .error { variables.append("FAULT_ERROR=\(EIO)") }
    let run = try Run("/usr/bin/env", variables + [BuiltPrograms.settingsTUI] + words, in: folder)
    let name = FileManager.default.contents(atPath: report).map { String(decoding: $0, as: UTF8.self) }
    try? FileManager.default.removeItem(atPath: report)
    return (run, name)
  }
}
