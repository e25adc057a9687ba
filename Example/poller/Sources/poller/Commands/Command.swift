import Settings
import SettingsTUI

/// A command of the program.
enum Command: Equatable {
  case help
  /// The daemon; the options are those of settings.
  case run(SettingsRefreshPolicy, address: String?, options: [String])
  case runHelp
  case settings(EditorStyle, address: String?)
  case status

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(Failure) {
    var words = arguments
    let address = words.count > 1 && words[1].contains("://") ? words.remove(at: 1) : nil
    if words.first == "run" {
      let options = words.dropFirst()
      self =
        options.contains("--help")
        ? .runHelp
        : .run(
          options.contains("--on-hangup") ? .manual : .automatic, address: address,
          options: options.filter { $0 != "--on-hangup" })
      return
    }
    switch (words, address) {
    case (["help"], nil), (["--help"], nil), (["-h"], nil): self = .help
    case (["settings"], _): self = .settings(.screen, address: address)
    case (["settings", "--plain"], _): self = .settings(.plain, address: address)
    case (["status"], nil): self = .status
    case ([], _): throw Failure(.usage, "say what to do: run, settings or status")
    default: throw Failure(.usage, "there is no command “\(arguments.joined(separator: " "))”")
    }
  }

  static let usage = """
    Usage: poller COMMAND

    Polls the addresses in its settings and reports which are down.

      poller run [ADDRESS] [--on-hangup]
                                 poll until SIGTERM or SIGINT; changes of the settings apply at
                                 once, or with --on-hangup when the process receives SIGHUP;
                                 --polling-interval 10s and other options override settings,
                                 see `poller run --help`
      poller settings [ADDRESS] [--plain]
                                 edit the settings, also while `poller run` runs;
                                 with --plain line by line
      poller status              print what the running daemon knows
      poller --help              print this

    The settings are in $XDG_CONFIG_HOME/poller/settings.json, else in
    ~/.config/poller/settings.json; the status is in $XDG_STATE_HOME/poller. With an ADDRESS such
    as etcd://10.0.0.1:2379/settings/poller, daemons on many machines share their settings in
    etcd: all of them check a change before it is stored.

    Exit: 0 done, 1 unhealthy or not applied, 3 not running, 64 usage, 65 malformed settings,
    69 not available, 75 already running.

    """
}
