import Settings
import SettingsSystem

/// The file of a saved plan; `-` is the standard input or output.
struct PlanFile {
  let path: String

  var isStandardStream: Bool { path == "-" }

  /// Reads the plan.
  func read(_ console: Console) throws(Failure) -> SettingsPlan {
    guard !path.isEmpty else { throw .usage("The plan's name is empty; name a plan that --plan has saved.") }
    let bytes = try isStandardStream ? console.readInput(path) : readFile()
    do throws(PlanError) { return try SettingsPlan(parsing: bytes) } catch {
      throw Failure(.dataError, "\(path): \(error)")
    }
  }

  private func readFile() throws(Failure) -> [UInt8] {
    do throws(SystemError) { return try POSIXFileSystem().readFile(atPath: path) } catch {
      throw error.isAbsence
        ? Failure(.noInput, "\(path): no such file; name a plan that --plan has saved.")
        : .unreadable(path, error)
    }
  }

  /// Throws an error if saving the plan would replace one of the files that the plan is about.
  func checkIsApart(from others: [String]) throws(Failure) {
    let files = POSIXFileSystem()
    guard !isStandardStream, let own = try? files.resolvedStatus(atPath: path).identity else { return }
    for other in others where (try? files.resolvedStatus(atPath: other).identity) == own {
      throw .usage("--plan \(path) would replace \(other); name another file.")
    }
  }

  /// Writes the plan so that only its owner can read it, and replaces an existing file as a whole.
  func write(_ plan: SettingsPlan, _ console: Console) throws(Failure) {
    if isStandardStream { return console.printExact(String(decoding: plan.bytes.dropLast(), as: UTF8.self)) }
    do throws(SystemError) {
      try POSIXFileSystem().replaceFile(atPath: path, with: plan.bytes)
    } catch {
      throw Failure(
        error.isWriteFailure ? .ioError : .cannotCreate,
        "\(path) can't be written (\(error)); nothing was changed.")
    }
  }
}
