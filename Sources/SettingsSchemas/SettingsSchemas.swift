// The signatures contain forms and documents.
@_exported public import SettingsValidation
