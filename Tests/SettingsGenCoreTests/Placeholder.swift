import Testing
@testable import SettingsGenCore
