import TrendCore

/// `trend export`: prints the request. On a terminal the token is masked; a file or pipe gets it.
enum ExportCommand {
  static func run(file: String?) throws(Failure) {
    let settings = try SettingsFile.open().values
    let measurements = try MeasurementsFile(file, settings: settings)
    let analysis = Analysis(try measurements.readings(format: settings.input.format), settings: settings)
    let request = ExportRequest(analysis: analysis, settings: settings)
    Terminal.write(request.text(maskingToken: Terminal.isTerminal))
  }
}
