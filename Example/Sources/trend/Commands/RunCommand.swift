import TrendCore

/// `trend run`: prints the report once.
enum RunCommand {
  static func run(file: String?) throws(Failure) {
    let settings = try SettingsFile.open().values
    let board = try Board(MeasurementsFile(file, settings: settings), settings: settings)
    Terminal.write(board.report(columns: Terminal.columns).text(inColors: Terminal.hasColors))
  }
}
