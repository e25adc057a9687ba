// A form's API has values and paths in its signatures.
@_exported public import SettingsJSON
