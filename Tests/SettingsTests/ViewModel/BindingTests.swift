import Testing

@testable import Settings
@testable import SettingsEditing

@Suite("A binding") @MainActor
struct BindingTests {
  @Test("of a setting in another form reads and stages the setting")
  func mapped() throws {
    let model = SettingsViewModel(try Fixture.store().store)
    let weeks = model.binding(\.calculation.timePeriod).mapped {
      $0 / 7
    } back: {
      $0 * 7
    }
    #expect(weeks.value == 1)
    weeks.value = 3
    #expect(model[\.calculation.timePeriod] == 21)
    #expect(model.review().changes.map(\.path) == [timePeriodPath])
  }

  @Test("that is constant keeps its value")
  func constant() {
    let binding = SettingsValueBinding.constant(14)
    binding.value = 15
    #expect(binding.value == 14)
  }

  @Test("of the app's own value reads and sets it")
  func custom() {
    var zoom = 1
    let binding = SettingsValueBinding(get: { zoom }, set: { zoom = $0 })
    binding.value = 2
    #expect(zoom == 2 && binding.value == 2)
  }
}
