/// A command of the program.
enum Command: Equatable {
  case help
  case settings(file: String?)
  case form
  case run(file: String?)
  case watch(file: String?)
  case export(file: String?)

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(Failure) {
    if arguments.contains("--help") || arguments.contains("-h") || arguments == ["help"] {
      self = .help
      return
    }
    guard let name = arguments.first else {
      throw Failure(.usage, "say what to do: settings, run, watch or export")
    }
    if arguments == ["settings", "--form"] {
      self = .form
      return
    }
    let files = arguments.dropFirst()
    if let option = files.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw Failure(.usage, "there is no option \(option)")
    }
    guard files.count <= 1 else { throw Failure(.usage, "name one file, not \(files.count)") }
    switch name {
    case "settings": self = .settings(file: files.first)
    case "run": self = .run(file: files.first)
    case "watch": self = .watch(file: files.first)
    case "export": self = .export(file: files.first)
    default:
      throw Failure(.usage, "there is no command “\(name)”; the commands are settings, run, watch and export")
    }
  }

  static let usage = """
    Usage: trend COMMAND [FILE.csv]

    Shows the trend in a file of dated measurements and where it leads.

      trend run [FILE.csv]       print the trend and a forecast
      trend watch [FILE.csv]     the same, again whenever the file or the settings change
      trend export [FILE.csv]    print the forecast as an HTTP request, ready to be sent
      trend settings [FILE.csv]  edit the settings; with a file, preview its report
      trend settings --form      print the form of the settings, for settings-tui and other editors
      trend --help               print this

    A line of the file is a date and a value: 2025-03-01,81.4. Without a file the one in the
    settings is read. The settings are in $XDG_CONFIG_HOME/trend/settings.json, else in
    ~/.config/trend/settings.json. Defaults for all users are in /etc/xdg/trend/settings.json, and
    variables such as TREND_CALCULATION_TIME_PERIOD take precedence.

    Exit: 0 done, 64 usage, 65 malformed file, 66 no such file,
    74 a file cannot be read or written.

    """
}
