import Foundation
import Settings
import TestSupport
import Testing

extension PackageTests {
  /// The plugins in a package of their user: the exported forms, and the warnings about them.
  @Suite struct SchemaPluginTests {
    @Test("settings-schema writes the forms of built targets, with rules and defaults, and doesn't run them")
    func export() throws {
      let package = try SchemaPackage()
      let first = try package.export()
      #expect(
        first.output == """
          wrote tool.schema.json: 2 settings, 0 rules
          skipped 'launcher', which has no settings of its own
          wrote Forms/service.json: 2 settings, 1 rule
          wrote Service.ClientSettings.schema.json: 1 setting, 0 rules
          skipped 'PlainSettings' of 'Plain', which has no generated code

          """, "\(first.errors)")
      let service = try FormSchema(parsing: Array(package.read("Forms/service.json").utf8))
      #expect(FormIndex(service)[["workers"]]?.setting.defaultValue == 8)
      #expect(FormIndex(service)[["requests"]]?.setting.defaultValue == 100)
      #expect(service.rules.count == 1)
      let tool = try FormSchema(parsing: Array(package.read("tool.schema.json").utf8))
      #expect(FormIndex(tool)[["timeLimit"]]?.setting.defaultValue == "PT60S")
      #expect(FormIndex(tool)[["client", "address"]]?.setting.help == "The address of the service.")

      let second = try package.export("--target", "tool", "--check")
      #expect(second.output == "tool.schema.json is up to date: 2 settings, 0 rules\n")
      #expect(second.status == 0)
    }

    @Test("A form that is out of date is a warning of the build, and an error of settings-schema --check")
    func outdated() throws {
      let package = try SchemaPackage()
      try package.write(#"{"title": "Options", "type": "object", "properties": {}}"#, "tool.schema.json")
      let source = try package.read("Sources/tool/Tool.swift")
      try package.write(
        source.replacing("SettingsGroup {", with: "SettingsGroup {\n    var name = \"\""),
        "Sources/tool/Tool.swift")
      let build = try package.build("tool")
      #expect(build.status == 0, "\(build.output)\(build.errors)")
      #expect(
        build.output.contains(
          "/tool.schema.json:1:1: warning: this form is out of date, since 'name' has changed; write it again with 'swift package --allow-writing-to-package-directory settings-schema --target tool'\n"
        ), "\(build.output)")
      let check = try package.export("--target", "tool", "--check")
      #expect(check.status == 1)
      #expect(check.output == "")
      #expect(
        check.errors.contains(
          "error: tool.schema.json is out of date; run swift package --allow-writing-to-package-directory settings-schema --target tool\n"
        ), "\(check.errors)")
    }

    @Test("settings-schema --compare says what an upgrade from a revision of Git does to users' files")
    func comparison() throws {
      let package = try SchemaPackage()
      #expect(try package.export("--target", "tool").status == 0)
      for arguments in [["init", "-q"], ["add", "tool.schema.json"], ["commit", "-qm", "1"]] {
        let run = try package.git(arguments)
        try #require(run.status == 0, "\(run.errors)")
      }
      let same = try package.export("--target", "tool", "--compare", "HEAD")
      #expect(same.status == 0, "\(same.errors)")
      #expect(same.output.hasSuffix("nothing changes for the files of users\n"))
      let source = try package.read("Sources/tool/Tool.swift")
      try package.write(
        source.replacing(
          "SettingsGroup {",
          with: "SettingsGroup {\n    // setting: required\n    var name = \"\"\n    var more = 1"),
        "Sources/tool/Tool.swift")
      let changed = try package.export("--target", "tool", "--compare", "HEAD")
      #expect(changed.status == 1)
      #expect(
        changed.output.contains(
          "safe       more: new\nbreaking   name: new, and has to be set in every file\n"),
        "\(changed.output)")
    }

    @Test("What can't be exported is refused in a sentence")
    func refusals() throws {
      let package = try SchemaPackage()
      let plain = try package.export("--target", "Plain")
      #expect(plain.status == 1)
      #expect(
        plain.errors.hasSuffix(
          "error: 'PlainSettings' has no generated code; add SettingsGenPlugin to the plugins of its target\n"
        ),
        "\(plain.errors)")
      let root = try package.export("--target", "Service", "--root", "Client")
      #expect(
        root.errors.hasSuffix(
          "error: 'Client' isn't a root of 'Service'; its roots: Service.Settings, ClientSettings\n"))
      #expect(root.status == 1)
      try package.write("{ \"root\": [] }\n", "Sources/Service/settings-gen-config.json")
      let build = try package.build("Service")
      #expect(build.status == 1)
      #expect(
        build.output.contains(
          "/settings-gen-config.json:1:3: error: the key 'root' is unknown; perhaps you mean 'roots'\n"),
        "\(build.output)")
    }
  }
}
