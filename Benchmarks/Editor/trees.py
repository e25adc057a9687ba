"""One tree of settings, six deep, written in two languages: as Kconfig with a .config, and as a form with a settings file."""
import json

DEPTH = 5  # sections around each setting
LEAVES = 10  # settings in an innermost section
WORDS = ("timer buffer driver kernel window filter socket thread signal packet memory device sensor "
         "volume branch cursor search border target legend").split()


def help_text(number, length):
    """Returns a sentence about a setting, of about the given number of characters."""
    words, size = [], 0
    while size < length:
        word = WORDS[(number * 7 + len(words) * 3) % len(WORDS)]
        words.append(word)
        size += len(word) + 1
    return "Sets how the " + " ".join(words) + " is used."


class Setting:
    def __init__(self, number, help_length):
        self.number = number
        self.key = f"{WORDS[number % 20]}{number}"
        self.title = f"{WORDS[number % 20].capitalize()} {WORDS[number // 20 % 20]} {number}"
        self.help = help_text(number, help_length)
        self.kind = ("boolean", "boolean", "integer", "boolean", "string")[number % 5]
        # One setting in ten has a value that differs from its default.
        self.is_set = number % 10 == 3
        self.value = {"boolean": True, "integer": number % 100 + 1, "string": f"value {number}"}[self.kind]


class Section:
    def __init__(self, name):
        self.key, self.title, self.items = name.lower(), name, []


def tree(count, help_length):
    """Returns a root section with the given number of settings."""
    branches = 1
    while LEAVES * branches ** DEPTH < count:
        branches += 1
    numbers = iter(range(count))

    def fill(section, depth):
        if depth == DEPTH:
            section.items = [Setting(number, help_length) for _, number in zip(range(LEAVES), numbers)]
            return
        for place in range(branches):
            inner = Section(f"{WORDS[(depth * 5 + place) % 20].capitalize()}{place}")
            fill(inner, depth + 1)
            if not inner.items:
                return
            section.items.append(inner)

    root = Section("Benchmark")
    fill(root, 0)
    return root


def write_form(root, form_path, file_path):
    def schema(section):
        properties, values = {}, {}
        for item in section.items:
            if isinstance(item, Section):
                properties[item.key], inner = schema(item)
                if inner:
                    values[item.key] = inner
                continue
            entry = {"type": item.kind, "title": item.title, "description": item.help}
            entry["default"] = {"boolean": False, "integer": 7, "string": "nothing"}[item.kind]
            if item.kind == "integer":
                entry |= {"minimum": 1, "maximum": 1000}
            properties[item.key] = entry
            if item.is_set:
                values[item.key] = item.value
        return {"type": "object", "title": section.title, "properties": properties}, values

    form, values = schema(root)
    form = {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-form": 1} | form
    with open(form_path, "w", encoding="utf-8") as file:
        json.dump(form, file, indent=1)
    with open(file_path, "w", encoding="utf-8") as file:
        json.dump(values, file, indent=2)


def write_kconfig(root, kconfig_path, config_path):
    lines, values = [f'mainmenu "{root.title}"'], []

    def write(section):
        for item in section.items:
            if isinstance(item, Section):
                lines.append(f'menu "{item.title}"')
                write(item)
                lines.append("endmenu")
                continue
            name = item.key.upper()
            kind = {"boolean": "bool", "integer": "int", "string": "string"}[item.kind]
            lines.append(f"config {name}")
            lines.append(f'\t{kind} "{item.title}"')
            lines.append("\tdefault " + {"boolean": "n", "integer": "7", "string": '"nothing"'}[item.kind])
            if item.kind == "integer":
                lines.append("\trange 1 1000")
            lines.append("\thelp")
            lines.append("\t  " + item.help)
            if item.is_set:
                value = {"boolean": "y", "integer": str(item.value), "string": f'"{item.value}"'}[item.kind]
                values.append(f"CONFIG_{name}={value}")

    write(root)
    with open(kconfig_path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    with open(config_path, "w", encoding="utf-8") as file:
        file.write("\n".join(values) + "\n")
