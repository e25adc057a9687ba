/// What `--help` prints.
enum HelpText {
  static let text = """
    settings-gen - make a settings form from annotated Swift structs

    USAGE
      settings-gen [--root TYPE] [--schema FILE|-] [--swift FILE|-] [--check] PATH...
      settings-gen --dump PATH...

    Reads the Swift files at the PATHs (files, or folders with all below them) and finds
    the struct that holds the settings: the one that conforms to SettingsGroup and is no
    other's member. Makes of it a form, a JSON Schema 2020-12 document, and the Swift code
    that goes with it: the form's text, the table of key paths, option sets, and the
    protocol of side effects and texts. Without an output option the schema goes to the
    standard output.

    OPTIONS
      --root TYPE       The struct that holds the settings, if several can: 'AppSettings',
                        'Daemon.Settings'.
      --schema FILE     Write the form's JSON Schema to FILE; '-' is the standard output.
      --swift FILE      Write the Swift code to FILE; '-' is the standard output.
      --check           Write nothing; exit with 1 if an output is out of date.
      --every-root      With --swift: write code for each struct that can be the root.
      --allow-none      Sources without settings are no error; the outputs are empty.
      --dump            Print the types, stored properties and cases that are declared, one
                        JSON object a line, and make nothing.
      --help            Print this text.
      --version         Print the version.

    An output is replaced only if its bytes differ, in one step. The outputs do not depend
    on the order of the PATHs.

    ANNOTATIONS
      A comment above a declaration or at the end of its line: '// setting: key, key = value'.
      '// sourcery:' works, too.

      at a setting      range = 1...30   step = 5   unit = "days"   length = 1...80
                        pattern = "^[a-z]+$"   title = "…"   multiline   secret   readOnly
                        advanced   deprecated   requiresRestart   sideEffect = reload
                        was = "oldKey"   order = 1   skipSetting   json
      at a section      title   order   requiresRestart   advanced   injectHeader
                        injectFooter   skipSetting
      at an enum        OptionsBinding
      at a case         title   deprecated   skipSetting

      'setting:begin: …' to 'setting:end' annotates all between, 'setting:file: …' all below.
      The documentation comment of a declaration is its help text.

    EXIT STATUS
      0   done
      1   the sources have errors, or with --check an output is out of date
      64  the command line makes no sense
      66  a PATH does not exist, or there are no Swift files
      74  reading or writing failed

    EXAMPLES
      settings-gen Sources/App
      settings-gen --schema settings.schema.json --swift Settings.generated.swift Sources/App
      settings-gen --check --schema settings.schema.json Sources/App

    """
}
