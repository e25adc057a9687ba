import Testing

@testable import SettingsSystem

@Suite("The folders that variables name")
struct BaseFoldersTests {
  private func folders(_ variables: [String: String]) -> BaseFolders { BaseFolders { variables[$0] } }

  @Test("are in the home folder by default")
  func defaults() {
    let folders = folders(["HOME": "/home/me"])
    #expect(folders.configuration == "/home/me/.config")
    #expect(folders.data == "/home/me/.local/share")
    #expect(folders.state == "/home/me/.local/state")
    #expect(folders.sharedConfiguration == ["/etc/xdg"])
    #expect(folders.sharedData == ["/usr/local/share", "/usr/share"])
  }

  @Test("can be named one by one; relative paths are ignored")
  func named() {
    let folders = folders([
      "HOME": "/home/me", "XDG_CONFIG_HOME": "/config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "",
      "XDG_CONFIG_DIRS": "/first:relative:/second", "XDG_DATA_DIRS": "relative",
    ])
    #expect(folders.configuration == "/config")
    #expect(folders.data == "/home/me/.local/share")
    #expect(folders.state == "/home/me/.local/state")
    #expect(folders.sharedConfiguration == ["/first", "/second"])
    #expect(folders.sharedData == ["/usr/local/share", "/usr/share"])
  }

  @Test("are unknown without a home folder")
  func homeless() {
    #expect(folders(["HOME": "me"]).state == nil)
    #expect(folders([:]).configuration == nil)
  }
}
