// An app that imports `Settings` gets the form and the document, and the errors and times of the system.
@_exported public import SettingsSystem
@_exported public import SettingsValidation
