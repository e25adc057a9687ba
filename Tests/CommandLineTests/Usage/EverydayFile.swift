import TestSupport

/// A file of a well-known program, with a schema of its members that are edited every day, or with none.
struct EverydayFile: Sendable {
  let name: String
  let content: String
  /// The schema; `nil` if the file has none.
  let schema: Schema?

  /// The options that name the schema.
  var options: [String] { schema == nil ? [] : ["--schema", "form.json"] }

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
        "editor.tabSize": 4,
        "workbench.colorTheme": "Default Dark+",
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
        "editor.tabSize": {"type": "integer", "minimum": 1}, "workbench.colorTheme": {"type": "string"},
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
        "initialCols": 120,
        "initialRows": 30,
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
        "dns": ["8.8.8.8"],
        "live-restore": false,
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

  static let renovate = EverydayFile(
    name: "renovate.json",
    content: """
      {
        "extends": ["config:recommended"],
        "timezone": "Europe/Berlin",
        "automerge": false,
        "prHourlyLimit": 2,
        // Groups
        "packageRules": [
          {
            "matchPackageNames": ["eslint"],
            "groupName": "linters",
            "enabled": true
          }
        ]
      }

      """,
    schema: .text(
      ##"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "allOf": [{"$ref": "#/definitions/root"}],
       "definitions": {"root": {"properties": {
         "extends": {"type": "array", "items": {"type": "string"}},
         "timezone": {"type": ["string", "null"]},
         "automerge": {"type": "boolean", "default": false},
         "prHourlyLimit": {"type": "integer", "default": 2},
         "labels": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
         "packageRules": {"type": "array", "items": {"type": "object", "allOf": [{"properties": {
           "matchPackageNames": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
           "groupName": {"type": ["string", "null"]}, "enabled": {"type": "boolean"}}}]}}}}}}
      """##))

  static let workflow = EverydayFile(
    name: "workflow.json",
    content: """
      {
        "name": "CI",
        "on": {
          "push": { "branches": ["main"] },
          "pull_request": {}
        },
        "permissions": "read-all",
        "jobs": {
          "build": {
            "runs-on": "ubuntu-22.04",
            "timeout-minutes": 10, // minutes
            "steps": [
              { "uses": "actions/checkout@v4" },
              {
                "name": "Node",
                "uses": "actions/setup-node@v4",
                "with": { "node-version": "18" }
              }
            ]
          }
        }
      }

      """,
    schema: .text(
      ##"""
      {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "additionalProperties": false, "required": ["on", "jobs"],
       "definitions": {
        "event": {"type": "string", "enum": ["push", "pull_request", "workflow_dispatch"]},
        "branches": {"type": ["object", "null"], "properties": {"branches": {"type": "array", "items": {"type": "string"}}}},
        "level": {"type": "string", "enum": ["read", "write", "none"]}},
       "properties": {
        "name": {"type": "string"},
        "on": {"oneOf": [{"$ref": "#/definitions/event"}, {"type": "array", "items": {"$ref": "#/definitions/event"}},
          {"type": "object", "additionalProperties": false, "properties": {"push": {"$ref": "#/definitions/branches"},
            "pull_request": {"$ref": "#/definitions/branches"}, "workflow_dispatch": {"type": ["object", "null"]}}}]},
        "permissions": {"oneOf": [{"type": "string", "enum": ["read-all", "write-all"]},
          {"type": "object", "properties": {"contents": {"$ref": "#/definitions/level"}}}]},
        "jobs": {"type": "object", "minProperties": 1, "patternProperties": {"^[_a-zA-Z][a-zA-Z0-9_-]*$": {"oneOf": [
          {"type": "object", "required": ["runs-on"], "properties": {
            "runs-on": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "timeout-minutes": {"oneOf": [{"type": "number"}, {"type": "string", "pattern": "^\\$\\{\\{.*\\}\\}$"}]},
            "steps": {"type": "array", "items": {"allOf": [{"oneOf": [
              {"type": "object", "required": ["uses"], "properties": {"uses": {"type": "string"}}},
              {"type": "object", "required": ["run"], "properties": {"run": {"type": "string"}}}]},
              {"properties": {"name": {"type": "string"}, "with": {"type": "object", "additionalProperties": {
                "type": ["string", "number", "boolean"]}}}}]}}}},
          {"type": "object", "required": ["uses"], "properties": {"uses": {"type": "string"}}}]}}, "additionalProperties": false}}}
      """##))

  static let devcontainer = EverydayFile(
    name: "devcontainer.json",
    content: """
      {
        "name": "Web",
        "image": "mcr.microsoft.com/devcontainers/base:bookworm",
        "forwardPorts": [3000],
        "remoteUser": "root",
        "features": {
          "ghcr.io/devcontainers/features/node:1": { "version": "18" }
        },
        "customizations": {
          "vscode": {
            "extensions": ["dbaeumer.vscode-eslint"]
          }
        }
      }

      """,
    schema: .text(
      ##"""
      {"$schema": "https://json-schema.org/draft/2019-09/schema", "unevaluatedProperties": false,
       "definitions": {
        "common": {"type": "object", "properties": {
          "name": {"type": "string"}, "remoteUser": {"type": "string"},
          "features": {"type": "object", "additionalProperties": true},
          "forwardPorts": {"type": "array", "items": {"oneOf": [{"type": "integer", "maximum": 65535, "minimum": 0},
            {"type": "string", "pattern": "^([a-z0-9-]+):(\\d{1,5})$"}]}},
          "customizations": {"type": "object"}}},
        "nonCompose": {"type": "object", "properties": {"appPort": {"type": ["integer", "string"]}}},
        "image": {"type": "object", "required": ["image"], "properties": {"image": {"type": "string"}}},
        "docker": {"type": "object", "oneOf": [{"required": ["build"], "properties": {"build": {"type": "object",
          "required": ["dockerfile"], "properties": {"dockerfile": {"type": "string"}}}}}, {"required": ["dockerFile"],
          "properties": {"dockerFile": {"type": "string"}}}]},
        "compose": {"type": "object", "required": ["dockerComposeFile", "service"], "properties": {
          "dockerComposeFile": {"type": ["string", "array"]}, "service": {"type": "string"}}}},
       "oneOf": [{"allOf": [{"oneOf": [
         {"allOf": [{"oneOf": [{"$ref": "#/definitions/docker"}, {"$ref": "#/definitions/image"}]},
           {"$ref": "#/definitions/nonCompose"}]}, {"$ref": "#/definitions/compose"}]},
         {"$ref": "#/definitions/common"}]}, {"type": "object", "$ref": "#/definitions/common", "additionalProperties": false}]}
      """##))

  static let mcp = EverydayFile(
    name: "mcp.json",
    content: """
      {
        "mcpServers": {
          "files": {
            "command": "npx",
            "args": ["-y", "server-filesystem", "/tmp"],
            "env": { "ROOT": "/srv" }
          },
          // Repositories
          "git": {
            "command": "uvx",
            "args": ["mcp-server-git"],
            "disabled": false
          }
        }
      }

      """,
    schema: nil)

  /// The settings of VS Code without a schema.
  static let codeAlone = EverydayFile(name: code.name, content: code.content, schema: nil)
}
