import Settings
import SettingsSystem

/// The file that a plan is saved in; `-` is the standard input or output.
struct PlanFile {
  let path: String

  var isStandardOutput: Bool { path == "-" }

  /// Reads the plan.
  func read() throws(Failure) -> SettingsPlan {
    guard !path.isEmpty else { throw .usage("The plan has no name; name one that --plan has saved.") }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        path == "-" ? try ByteStream.standardInput.readAll() : try POSIXFileSystem().readFile(atPath: path)
    } catch {
      if error.isAbsence {
        throw Failure(.noInput, "\(path): no such file; name a plan that --plan has saved.")
      }
      throw Failure(.ioError, "\(path) can't be read (\(error)).")
    }
    do throws(PlanError) { return try SettingsPlan(parsing: bytes) } catch {
      throw Failure(.dataError, "\(path): \(error)")
    }
  }

  /// Writes the plan, for its owner only; a file of that name is replaced as a whole.
  func write(_ plan: SettingsPlan) throws(Failure) {
    if isStandardOutput { return Output.printExact(String(decoding: plan.bytes.dropLast(), as: UTF8.self)) }
    do throws(SystemError) {
      try POSIXFileSystem().replaceFile(atPath: path, with: plan.bytes)
    } catch {
      throw Failure(
        error.isWriteFailure ? .ioError : .cannotCreate,
        "\(path) can't be written (\(error)); nothing was changed.")
    }
  }
}
