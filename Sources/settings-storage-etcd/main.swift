import SettingsStoragePrograms

SettingsStorageEtcdProgram.main()
