import SettingsGenCore

GeneratorCommand.main()
