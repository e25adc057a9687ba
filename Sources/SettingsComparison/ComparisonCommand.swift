import SettingsForm
import SettingsSystem

/// What an upgrade does to the files of users, as a command: two forms in, a text and an exit status out.
///
/// `settings-compare` compares two files, and `settings-gen --compare` a file with another or with the form of sources. The build of an app
/// needs neither, so it compiles no comparison: `swift package settings-schema --compare` builds `settings-compare` when it is asked to.
package enum ComparisonCommand {
  /// A file that can't be read, or isn't a form.
  private struct Failure: Error {
    let exitStatus: ExitStatus
    let message: String
  }

  /// Says what an upgrade from one form to another does. The exit status is 1 if a change is breaking, 65 if one of the two isn't a form, and
  /// 66 or 74 if a file can't be read.
  ///
  /// - Parameters:
  ///   - old: The file of the earlier form.
  ///   - new: The file of the later form; if `form` is that form, its name in messages.
  package static func run(_ old: String, _ new: String, form: JSONObject? = nil) -> ProgramResult {
    do throws(Failure) {
      let before = try Self.form(old)
      let after: JSONObject
      if let form { after = form } else { after = try Self.form(new) }
      do throws(FormSchemaError) {
        let comparison = try FormComparison(of: before, with: after)
        return ProgramResult(exitStatus: comparison.isBreaking ? .refused : .done, output: comparison.text)
      } catch {
        // A form that can't even be compared with itself is the one with the error.
        let isOld = (try? FormComparison(of: before, with: before)) == nil
        return ProgramResult(exitStatus: .dataError, errors: "\(isOld ? old : new): error: \(error)\n")
      }
    } catch {
      return ProgramResult(
        exitStatus: error.exitStatus, errors: "\(CurrentProcess.name): error: \(error.message)\n")
    }
  }

  /// Reads a form, which is an object with `properties`.
  private static func form(_ path: String) throws(Failure) -> JSONObject {
    let bytes: [UInt8]
    do throws(SystemCallError) {
      bytes = try POSIXFileSystem().readFile(
        atPath: path, mayBeStream: true, atMost: InputLimits.documentSize)
    } catch {
      if error.isMissingPath { throw Failure(exitStatus: .noInput, message: "'\(path)' does not exist") }
      throw Failure(exitStatus: .ioError, message: "cannot read '\(path)': \(error)")
    }
    do throws(JSONParseError) {
      if case .object(let form) = try JSONDocument(parsing: bytes).root.value, form["properties"] != nil {
        return form
      }
    } catch {
      throw Failure(exitStatus: .dataError, message: "'\(path)' is not JSON: \(error)")
    }
    throw Failure(
      exitStatus: .dataError, message: "'\(path)' is not a form: it has no object with 'properties'")
  }

  /// Runs the program `settings-compare` with the arguments of the process, and exits.
  package static func main() -> Never {
    let files = Array(CommandLine.arguments.dropFirst())
    let usage = ProgramResult(
      exitStatus: .usage, errors: "usage: settings-compare OLD.schema.json NEW.schema.json\n")
    (files.count == 2 ? run(files[0], files[1]) : usage).exit()
  }
}
