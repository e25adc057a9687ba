// The signatures of a form's API contain values and paths.
@_exported public import SettingsJSON
