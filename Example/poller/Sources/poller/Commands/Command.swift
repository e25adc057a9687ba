import Settings
import SettingsTUI

/// A command of the program.
enum Command: Equatable {
  case help
  /// The daemon; the options are those of settings.
  case run(RefreshPolicy, options: [String])
  case runHelp
  case settings(EditorStyle)
  case status

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(Failure) {
    if arguments.first == "run" {
      let options = arguments.dropFirst()
      self =
        options.contains("--help")
        ? .runHelp
        : .run(
          options.contains("--on-hangup") ? .manual : .automatic,
          options: options.filter { $0 != "--on-hangup" })
      return
    }
    switch arguments {
    case ["help"], ["--help"], ["-h"]: self = .help
    case ["settings"]: self = .settings(.screen)
    case ["settings", "--plain"]: self = .settings(.plain)
    case ["status"]: self = .status
    case []: throw Failure(.usage, "say what to do: run, settings or status")
    default: throw Failure(.usage, "there is no command “\(arguments.joined(separator: " "))”")
    }
  }

  static let usage = """
    Usage: poller COMMAND

    Polls the addresses in its settings and reports which are down.

      poller run [--on-hangup]   poll until SIGTERM or SIGINT; changes of the settings apply at
                                 once, or with --on-hangup when the process receives SIGHUP;
                                 --polling-interval 10s and other options override settings,
                                 see `poller run --help`
      poller settings [--plain]  edit the settings, also while `poller run` runs;
                                 with --plain line by line
      poller status              print what the running daemon knows
      poller --help              print this

    The settings are in $XDG_CONFIG_HOME/poller/settings.json, else in
    ~/.config/poller/settings.json; the status is in $XDG_STATE_HOME/poller.

    Exit: 0 done, 1 unhealthy or not applied, 3 not running, 64 usage, 65 malformed settings,
    69 not available, 75 already running.

    """
}
