import SettingsCommands

await SettingsTUICommand.main()
