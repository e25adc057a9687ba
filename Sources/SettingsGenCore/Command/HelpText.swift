/// The text of `--help`.
enum HelpText {
  static let text = """
    settings-gen - generate a settings form from annotated Swift structs

    USAGE
      settings-gen [--root TYPE] [--schema FILE|-] [--swift FILE|-] [--check] PATH...
      settings-gen --compare OLD.schema.json NEW.schema.json
      settings-gen --compare OLD.schema.json [--root TYPE] PATH...
      settings-gen --dump PATH...
      settings-gen --roots --target NAME --package FOLDER [--config FILE] PATH...

    Reads the Swift files at the PATHs (files, or folders with their subfolders) and finds
    the root of the settings: the struct that conforms to SettingsGroup and isn't a member
    of another one. From the root it generates a form, a JSON Schema 2020-12 document, and
    Swift code: the source of the form, the table of key paths, option sets, and the
    protocol of hooks. Without an output option, it writes the schema to the standard output.

    OPTIONS
      --root TYPE       The root of the settings, if several structs can be the root:
                        'AppSettings', 'Daemon.Settings'.
      --schema FILE     Write the form's JSON Schema to FILE; '-' is the standard output.
      --swift FILE      Write the Swift code to FILE; '-' is the standard output.
      --check           Write nothing; exit with 1 if an output is out of date.
      --compare FILE    Print what an upgrade from the exported form FILE to another one, or
                        to that of the sources, does to the files of users, change by
                        change: safe, converted, migrated (by 'was' or by the app), or
                        breaking; exit with 1 if a change is breaking. The sources alone
                        don't show the app's migrations; its exported form does.
      --every-root      With --swift: write code for each struct that can be the root.
      --allow-none      Accept sources without settings; the outputs are empty.
      --target NAME     The target of a package that the sources belong to. With --every-root,
                        warn if an exported schema of the target is out of date.
      --package FOLDER  The folder of the target's package.
      --config FILE     The target's settings-gen-config.json, which names the roots and the
                        files of their exported schemas.
      --module NAME     The PATHs after it, up to the next --module, are the sources of
                        another module of the package, whose public types settings can have.
      --roots           Print the roots of a target, one per line: the mangled name without
                        module, the name, and the file of the exported schema.
      --dump            Print the declared types, stored properties and cases, one JSON
                        object per line, and generate nothing.
      --help            Print this text.
      --version         Print the version.

    An output is replaced atomically, and only if its bytes differ. The outputs don't depend
    on the order of the PATHs.

    ANNOTATIONS
      A comment above a declaration or at the end of its line: '// setting: key, key = value'.
      '// sourcery:' has the same meaning.

      at a setting      range = 1...30   step = 5   unit = "days"   length = 1...80
                        pattern = "^[a-z]+$"   title = "…"   multiline   secret   readOnly
                        advanced   deprecated   requiresRestart   required
                        sideEffect = reload   choices = columns   was = "oldKey"
                        order = 1   skipSetting   json
                        keywords = ["proxy", "gateway"]
      at a section      title   order   requiresRestart   advanced   injectHeader
                        injectFooter   detail = fileSize   action = forgetCache
                        was = "oldKey"   keywords = "net"   skipSetting
      at the root       app = "trend"
      at an enum        OptionsBinding
      at a case         title   deprecated   skipSetting   was = "oldCase"

      'setting:begin: …' applies to all declarations up to 'setting:end', and
      'setting:file: …' to all below. The documentation comment of a declaration is its
      help text.

    EXIT STATUS
      0   success
      1   the sources have errors; with --check, an output is out of date; with --compare,
          a change is breaking
      64  the command line isn't valid
      65  with --compare, a file isn't a form
      66  a PATH does not exist, or there are no Swift files
      74  reading or writing failed

    EXAMPLES
      settings-gen Sources/App
      settings-gen --schema settings.schema.json --swift Settings.generated.swift Sources/App
      settings-gen --check --schema settings.schema.json Sources/App
      settings-gen --swift App.generated.swift Sources/App --module Core Sources/Core

    """
}
