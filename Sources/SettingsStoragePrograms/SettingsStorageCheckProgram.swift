import Settings
import SettingsForm
import SettingsStorageConformance
import SettingsStorageHelper
import SettingsSystem

/// The program `settings-storage-check COMMAND… ADDRESS`: checks whether a storage helper meets all requirements of a storage.
package enum SettingsStorageCheckProgram {
  private static let usage = """
    usage: settings-storage-check COMMAND… ADDRESS

    Checks whether a storage helper meets all requirements of a storage. COMMAND starts the helper, which
    gets an address as its last argument: ADDRESS/RUN/1, ADDRESS/RUN/2 and so on for each requirement,
    where RUN is random, so that nothing is stored there. The check doesn't remove what it stores.

    Exit status: 0 all requirements are met; 1 some are not; 64 usage.

    """

  /// Runs the program with the arguments of the process.
  package static func main() async -> Never {
    let words = Array(CommandLine.arguments.dropFirst())
    showInformation(for: words, of: "settings-storage-check", usage)
    guard words.count >= 2, let address = words.last, !words[0].hasPrefix("-") else {
      ByteStream.standardError.show(usage)
      CurrentProcess.exit(.usage)
    }
    let command = Array(words.dropLast())
    // Content of an earlier check isn't at these addresses.
    let run = String(UInt32.random(in: .min ... .max), radix: 16)
    let conformance = ConformanceRun { number in
      StoragePlace { HelperStorage(command, address: "\(address)/\(run)/\(number + 1)", showsErrors: true) }
    }
    let failures = await conformance.run { requirement, outcome in
      let result =
        switch outcome {
        case .met: "ok"
        case .failed(let reason): "FAILED: \(reason)"
        case .timedOut(let limit): "FAILED: It didn't end within \(limit.words)."
        }
      printResult("A storage \(requirement): \(result)\n")
    }
    let total = StorageRequirement.all.count
    printResult(
      failures == 0
        ? "All \(total) requirements are met.\n" : "\(failures) of \(total) requirements are not met.\n")
    HelperStorage.endHelpers()
    CurrentProcess.exit(failures == 0 ? .done : .refused)
  }
}
