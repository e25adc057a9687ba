// An app that imports `Settings` gets the form and the document, too.
@_exported public import SettingsForm
