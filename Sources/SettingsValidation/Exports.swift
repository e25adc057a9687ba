// The API of validation has forms in its signatures.
@_exported public import SettingsForm
