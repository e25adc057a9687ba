// What uses the form uses the values and paths in it.
@_exported public import SettingsJSON
