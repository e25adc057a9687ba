import Testing

@testable import SettingsGenCore

@Suite struct TitleTests {
  @Test(
    "A title is the name in words",
    arguments: [
      ("httpURLPath", "HTTP URL Path"), ("timePeriod", "Time Period"), ("a", "A"), ("URL", "URL"),
      ("useURL", "Use URL"),
      ("snake_case_name", "Snake Case Name"), ("_hidden", "Hidden"), ("http2Port", "HTTP2 Port"),
      ("x1Y2", "X1 Y2"),
      ("größeÄndern", "Größe Ändern"), ("IOError", "IO Error"), ("default", "Default"),
      ("iOSVersion", "iOS Version"), ("useMacOSPath", "Use Mac OS Path"), ("URLs", "URLs"),
      ("userIDs", "User IDs"),
      ("allURLsUsed", "All URLs Used"), ("planB", "Plan B"), ("level3Boss", "Level 3 Boss"),
      ("utf8Text", "Utf8 Text"),
      ("useHTTPSProxy", "Use HTTPS Proxy"), ("userId", "User ID"), ("urls", "URLs"), ("level3", "Level 3"),
      ("iconSize", "Icon Size"), ("__", ""), ("a1b2", "A1b2"),
      ("iPadOSVersion", "iPadOS Version"), ("iPadVersion", "iPad Version"),
    ])
  func titles(name: String, title: String) {
    #expect(SettingTitle.words(name) == title)
  }
}
