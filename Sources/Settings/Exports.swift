@_exported import SettingsForm
