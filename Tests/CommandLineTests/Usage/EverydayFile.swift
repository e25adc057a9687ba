import TestSupport

/// A file of a well-known program, with a schema of its members that are edited every day.
struct EverydayFile: Sendable {
  let name: String
  let content: String
  let schema: Schema

  enum Schema: Sendable {
    /// A schema in the test data.
    case data(String)
    case text(String)

    var bytes: [UInt8] {
      get throws {
        switch self {
        case .data(let path): try TestData.bytes(path)
        case .text(let text): Array(text.utf8)
        }
      }
    }
  }
}

extension EverydayFile {
  static let package = EverydayFile(
    name: "package.json",
    content: """
      {
        "name": "shop",
        "version": "1.2.0",
        "private": false,
        "author": "Grace",
        "scripts": {
          "start": "node server.js",
          "test": "jest",
          "lint:css": "stylelint"
        },
        "dependencies": {
          "left-pad": "^1.3.0",
          "react": "^18.2.0"
        },
        "files": ["lib"]
      }

      """,
    schema: .text(
      ##"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "definitions": {
        "person": {"type": ["object", "string"], "required": ["name"], "properties": {
          "name": {"type": "string"}, "email": {"type": "string", "format": "email"}}},
        "versions": {"type": "object", "additionalProperties": {"type": "string"}}},
       "patternProperties": {"^_": {"description": "Ignored by npm."}},
       "properties": {
        "name": {"type": "string", "maxLength": 214}, "version": {"type": "string"},
        "private": {"anyOf": [{"type": "boolean"}, {"enum": ["false", "true"]}]},
        "author": {"$ref": "#/definitions/person"},
        "scripts": {"type": "object", "properties": {
          "start": {"type": "string"}, "test": {"type": "string"}}, "additionalProperties": {"type": "string"}},
        "dependencies": {"$ref": "#/definitions/versions"},
        "files": {"type": "array", "items": {"type": "string"}}},
       "required": ["name"]}
      """##))

  static let tsconfig = EverydayFile(
    name: "tsconfig.json",
    content: """
      {
        // The compiler's options.
        "compilerOptions": {
          "target": "ES2017", // for old browsers
          "strict": false,
          "lib": ["DOM"],
          /* Modules */
          "module": "commonjs"
        },
        "include": ["src"]
      }

      """,
    schema: .text(
      ##"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "allOf": [{"$ref": "#/definitions/compiler"}],
       "properties": {"include": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}},
       "definitions": {"compiler": {"properties": {"compilerOptions": {"type": ["object", "null"], "properties": {
         "target": {"type": ["string", "null"], "anyOf": [{"enum": ["ES5", "ES2017", "ES2022"]}, {"pattern": "^[eE][sS]"}]},
         "strict": {"type": ["boolean", "null"]},
         "lib": {"type": ["array", "null"], "items": {"type": "string", "anyOf": [
           {"enum": ["DOM", "ES2022"]}, {"pattern": "^[Ee][Ss]"}]}},
         "module": {"type": "string"}}}}}}}
      """##))

  static let prettier = EverydayFile(
    name: ".prettierrc",
    content: """
      {
        "semi": true,
        // Tests are wider.
        "overrides": [
          {"files": "*.test.js", "options": {"printWidth": 120}}
        ]
      }

      """,
    schema: .data("schemastore/schemas/prettierrc.json"))

  static let eslint = EverydayFile(
    name: ".eslintrc.json",
    content: """
      {
        "extends": "eslint:recommended",
        "env": { "browser": false },
        "rules": {
          "no-console": "off", // until the release
          "quotes": ["error", "single"]
        }
      }

      """,
    schema: .data("schemastore/schemas/eslintrc.json"))

  static let code = EverydayFile(
    name: "settings.json",
    content: """
      {
        "editor.fontSize": 14,
        "files.exclude": {
          "**/.git": true
        },
        // Prose
        "[markdown]": {
          "editor.wordWrap": "off"
        },
      }

      """,
    schema: .text(
      ##"""
      {"type": "object", "properties": {
        "editor.fontSize": {"type": "number", "minimum": 6, "maximum": 100, "default": 14},
        "editor.wordWrap": {"$ref": "#/$defs/wrap"},
        "files.exclude": {"type": "object", "additionalProperties": {"anyOf": [
          {"type": "boolean"}, {"type": "object", "properties": {"when": {"type": "string"}}}]}}},
       "patternProperties": {"^\\[[^\\]]*\\]$": {"type": "object", "properties": {
         "editor.wordWrap": {"$ref": "#/$defs/wrap"}}}},
       "$defs": {"wrap": {"type": "string", "enum": ["off", "on", "bounded"]}}}
      """##))

  static let terminal = EverydayFile(
    name: "terminal.json",
    content: """
      {
        "defaultProfile": "{0caa0dad-35be-5f56-a8ff-afceeeaa6101}",
        "copyOnSelect": false,
        "profiles": {
          "list": [
            // The classic
            {
              "guid": "{0caa0dad-35be-5f56-a8ff-afceeeaa6101}",
              "name": "Command Prompt",
              "hidden": false
            }
          ]
        },
        "schemes": []
      }

      """,
    schema: .data("windows-terminal/profiles.schema.json"))

  static let docker = EverydayFile(
    name: "daemon.json",
    content: """
      {
        "log-driver": "json-file",
        "log-opts": {
          "max-size": "10m"
        },
        "debug": false
      }

      """,
    schema: .data("schemastore/schemas/dockerd.json"))

  static let kea = EverydayFile(
    name: "kea-dhcp4.conf",
    content: """
      {
        // DHCP for the office
        "Dhcp4": {
          "valid-lifetime": 4000,
          "subnet4": [
            {
              "id": 1,
              "subnet": "192.0.2.0/24", // first floor
              "pools": [ { "pool": "192.0.2.10 - 192.0.2.200" } ]
            }
          ]
        }
      }

      """,
    schema: .text(
      ##"""
      {"type": "object", "properties": {"Dhcp4": {"type": "object", "required": ["subnet4"], "properties": {
        "valid-lifetime": {"type": "integer", "minimum": 0},
        "subnet4": {"type": "array", "items": {"type": "object", "required": ["id", "subnet"], "properties": {
          "id": {"type": "integer"}, "subnet": {"type": "string"},
          "pools": {"type": "array", "items": {"type": "object", "properties": {"pool": {"type": "string"}}}},
          "option-data": {"type": "array", "items": {"type": "object"}}}}}}}}}
      """##))

  static let manifest = EverydayFile(
    name: "app.webmanifest",
    content: """
      {
        "name": "Shop",
        "display": "browser",
        "icons": [
          { "src": "icon.svg", "sizes": "any" }
        ]
      }

      """,
    schema: .text(
      ##"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object",
       "definitions": {"icon": {"properties": {"src": {"type": "string"}, "sizes": {"oneOf": [
         {"type": "string", "pattern": "^[0-9x]+$"}, {"enum": ["any"]}]}}}},
       "properties": {"name": {"type": "string"},
        "display": {"type": "string", "enum": ["fullscreen", "standalone", "browser"]},
        "icons": {"type": "array", "items": {"$ref": "#/definitions/icon"}}}}
      """##))
}
