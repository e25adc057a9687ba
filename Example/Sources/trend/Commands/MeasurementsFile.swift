import TrendCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of measurements.
struct MeasurementsFile: Sendable {
  let path: String

  /// The named file, or else the one in the settings.
  init(_ named: String?, settings: TrendSettings) throws(Failure) {
    guard let path = named ?? settings.input.file else {
      throw Failure(.usage, "name a file of measurements, or set `input.file` with `trend settings`")
    }
    self.path = path
  }

  /// Reads the file.
  func readings(format: CSVFormat) throws(Failure) -> [Reading] {
    do {
      return try format.readings(in: text())
    } catch let error as CSVError {
      throw Failure(.badData, "\(path):\(error.line): \(error)")
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.inputOutput, "cannot read \(path): \(error)")
    }
  }

  /// When the file was last written; `nil` if it doesn't exist.
  var modified: Date? { attribute(.modificationDate) }

  /// The size of the file in bytes; `nil` if it doesn't exist.
  var size: UInt64? {
    // The type of the number depends on whether the process has all of Foundation.
    let short: UInt? = attribute(.size)
    return short.map(UInt64.init) ?? attribute(.size)
  }

  private func attribute<Value>(_ key: FileAttributeKey) -> Value? {
    // A missing file has no attributes.
    (try? FileManager.default.attributesOfItem(atPath: path))?[key] as? Value
  }

  /// Reads the file as text.
  func text() throws -> String {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.noInput, "there is no file \(path)")
    }
    guard !isFolder else { throw Failure(.noInput, "\(path) is a folder, not a file of measurements") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.inputOutput, "cannot read \(path); check its permissions")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(.badData, "\(path): it is not valid UTF-8; save it as UTF-8")
    }
    return text
  }
}
