import SettingsStoragePrograms

await SettingsStorageCheckProgram.main()
