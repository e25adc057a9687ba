import Testing
@testable import SettingsTUI
