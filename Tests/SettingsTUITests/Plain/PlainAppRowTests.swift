import SettingsEditing
import Testing

@testable import SettingsTUI

@MainActor
@Suite("Rows of the app, line by line")
struct PlainAppRowTests {
  @Test("A list waits for the app's text in it")
  func waiting() async throws {
    let driver = PlainDriver(try AppForm.model())
    await driver.type("2")
    #expect(driver.answer == PlainAnswer(effects: [.load([.detail("fileSize")])]))
    let list = driver.report(.detail("fileSize", text: "12 kB\non disk"))
    #expect(list.contains("1. Limit: 64\n2. File Size: 12 kB…\n3. Forget Cache: Enter runs it\n"))
    #expect(list.contains("Text of cacheFooter"))
    let detail = await driver.type("c 2")
    #expect(detail == "Copied File Size.\n12 kB\non disk\n")
    #expect(driver.answer.prompt == "Number: ")
  }

  @Test("A list doesn't wait for an app that takes too long, and shows its previous text")
  func slowApp() async throws {
    let driver = PlainDriver(try AppForm.model())
    await driver.type("2")
    let list = try #require(driver.editor.finishListing())
    #expect(list.text.contains("2. File Size: …"))
    #expect(driver.editor.finishListing() == nil)
    // The app is still being asked, so the next list doesn't ask again.
    let again = await driver.type("redraw")
    #expect(again.contains("2. File Size: …"))
    #expect(driver.report(.detail("fileSize", text: "12 kB")) == "")
    await driver.type("redraw")
    #expect(driver.report(.detail("fileSize", text: "13 kB")).contains("13 kB"))
  }

  @Test("A number runs an action, and its progress and result are printed")
  func action() async throws {
    let driver = PlainDriver(try AppForm.model())
    await driver.type("2")
    driver.report(.detail("fileSize", text: "12 kB"))
    let started = await driver.type("3")
    #expect(started == "Ctrl-C cancels it.\n")
    #expect(driver.answer.effects == [.run(action: "forgetCache")])
    #expect(driver.report(.progress("forgetCache", text: "3 of 10 files")) == "3 of 10 files\n")
    #expect(driver.report(.ended("forgetCache", .done)).hasPrefix("Forget Cache: 3 of 10 files\n"))
    #expect(driver.answer.prompt == "Number: ")
    let again = await driver.type("3")
    #expect(again == started)
    #expect(
      driver.report(.ended("forgetCache", .failed, error: "no\u{1B}[2J")).contains("Forget Cache: no^["))
    #expect(!driver.model.hasChanges)
  }

  @Test("A search finds rows, with their sections")
  func search() async throws {
    let driver = PlainDriver(try AppForm.model())
    #expect(
      await driver.type("/forget") == "\n1 found, the best first.\n1. Forget Cache: Enter runs it, in Cache\n"
    )
    await driver.type("1")
    #expect(driver.answer.effects == [.run(action: "forgetCache")])
  }
}
