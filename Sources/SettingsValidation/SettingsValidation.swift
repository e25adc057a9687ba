// The signatures of the validation API contain forms.
@_exported public import SettingsForm
