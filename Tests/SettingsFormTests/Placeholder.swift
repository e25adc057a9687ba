import Testing
@testable import SettingsForm
