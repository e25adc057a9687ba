"""Faults that are planted into a recorded history: a judge that doesn't find each of them proves nothing."""

import copy
import json

from history import Judge, Operation, key, numbers

FAULTS = []


class NoPlace(Exception):
    """The history has no place for the fault."""


def found_by(rule):
    def register(fault):
        FAULTS.append((rule, fault))
        return fault
    return register


# MARK: Places in a history

class Commit:
    """A revision with a commit, and its last record."""

    def __init__(self, revision):
        self.revision, self.puts = revision, revision.puts
        self.record = (numbers(self.puts, "headers") or [0])[-1]
        kind, header = self.puts.get(key("headers", self.record), b"\n{}").split(b"\n", 1)
        self.kind, self.header = kind, json.loads(header)

    def set_header(self, **members):
        self.header.update(members)
        self.puts[key("headers", self.record)] = self.kind + b"\n" + json.dumps(self.header).encode()

    def set_content(self, content):
        self.puts["document"] = self.puts[key("contents", self.record)] = content


def commits(run):
    return [Commit(revision) for revision in run.revisions if "head" in revision.puts]


def first(items, isWanted=lambda _: True):
    for item in items:
        if isWanted(item):
            return item
    raise NoPlace


def commit(run, isWanted=lambda _: True):
    """Returns the first wanted commit of one new version that changes a version before it."""
    return first(commits(run)[3:], lambda it: key("contents", it.record) in it.puts and len(numbers(it.puts, "headers")) == 1 and isWanted(it))


def of_kind(kind):
    return lambda commit: commit.header.get("kind") == kind


def acknowledged(run, outcome="done"):
    return first(run.operations, lambda it: it.kind == "change" and it.outcome == outcome)


def renumber(run):
    """Numbers all commits and records in the order of the history, so that nothing shows what is missing or too much."""
    record, number, renamed = 0, 0, {}
    for each in commits(run):
        number += 1
        puts = {}
        for name, value in each.puts.items():
            kind, _, old = name.partition("/")
            if kind == "headers":
                record += 1
                renamed[int(old)] = record
                start, header = value.split(b"\n", 1)
                header = json.loads(header)
                if "confirmation" in header:
                    header["confirmation"]["restores"] = renamed.get(header["confirmation"]["restores"])
                value = start + b"\n" + json.dumps(header).encode()
            puts[name] = value

        def name_now(name):
            kind, _, old = name.partition("/")
            return key(kind, renamed.get(int(old), 0)) if kind in ("headers", "contents") else key(kind, number) if kind == "commits" else name
        each.revision.puts = {name_now(name): value for name, value in puts.items()}
        each.revision.puts["head"] = json.dumps({"format": 1, "record": record, "commit": number}).encode()
        each.revision.deletes = {name_now(name) for name in each.revision.deletes}


def drop(run, dropped):
    run.revisions.remove(dropped.revision)
    renumber(run)


def repeat(run, repeated, identifier=b"repeated"):
    """Does a commit a second time, with numbers and an ID of its own."""
    again = copy.deepcopy(repeated.revision)
    again.puts = {("commits/again" if name.startswith("commits/") else name): value for name, value in again.puts.items()}
    again.puts["commits/again"] = identifier
    run.revisions.insert(run.revisions.index(repeated.revision) + 1, again)
    renumber(run)


# MARK: Faults

@found_by("numbers")
def dropped_record(run):
    it = commit(run)
    del it.puts[key("headers", it.record)]


@found_by("transaction")
def dropped_content(run):
    it = commit(run)
    del it.puts[key("contents", it.record)]


@found_by("transaction")
def missing_id(run):
    it = commit(run)
    it.revision.puts = {name: value for name, value in it.puts.items() if not name.startswith("commits/")}


@found_by("transaction")
def document_without_head(run):
    del commit(run).puts["head"]


@found_by("numbers")
def number_used_twice(run):
    late, early = commits(run)[-1], commits(run)[-2]
    late.puts["head"] = early.puts["head"]


@found_by("numbers")
def id_used_twice(run):
    names = [next(name for name in it.puts if name.startswith("commits/")) for it in commits(run)[:2]]
    commits(run)[1].puts[names[1]] = commits(run)[0].puts[names[0]]


@found_by("once")
def doubled_commit(run):
    repeat(run, commit(run, of_kind("apply")))


@found_by("once")
def unknown_change_done_twice(run):
    it = commit(run, lambda it: "message" in it.header and of_kind("apply")(it))
    first(run.operations, lambda operation: operation.mark == it.header["message"]).outcome = "unknown"
    repeat(run, it)


@found_by("content")
def torn_document(run):
    it = commit(run)
    it.puts["document"] = it.puts["document"][:len(it.puts["document"]) // 2]


@found_by("content")
def torn_version(run):
    it = commit(run)
    it.set_content(it.puts["document"][:-1])


@found_by("content")
def lost_document(run):
    it = commit(run)
    del it.puts["document"]
    it.revision.deletes.add("document")


@found_by("content")
def other_content_than_before(run):
    it = commits(run)[0]
    outside = numbers(it.puts, "headers")[0]
    it.puts[key("contents", outside)] += b" "


@found_by("acknowledged")
def lost_acknowledged_change(run):
    marks = {it.mark for it in run.operations if it.kind == "change" and it.outcome == "done"}
    drop(run, commit(run, lambda it: it.header.get("message") in marks))


@found_by("acknowledged")
def lost_change_of_a_loop(run):
    drop(run, commit(run, lambda it: of_kind("apply")(it) and "message" not in it.header))


@found_by("acknowledged")
def lost_confirmation(run):
    drop(run, first(commits(run), of_kind("confirm")))


@found_by("refused")
def refused_change_done(run):
    acknowledged(run).outcome = "refused"


@found_by("refused")
def change_of_nobody(run):
    run.operations.remove(acknowledged(run))


@found_by("base")
def change_under_a_stale_base(run):
    """Another writer's change, just before, is gone again."""
    def is_lost(pair):
        before, it = pair
        return all(of_kind("apply")(each) and each.record > 3 for each in pair) and before.header["changes"][0]["path"] != it.header["changes"][0]["path"]
    before, it = first(zip(commits(run), commits(run)[1:]), is_lost)
    values, change = json.loads(it.puts["document"]), before.header["changes"][0]
    values[change["path"]] = change["old"]
    it.set_content(json.dumps(values).encode())


@found_by("confirmation")
def missing_rollback(run):
    """The last change was never taken back."""
    it = [each for each in commits(run) if of_kind("revert")(each)]
    if not it:
        raise NoPlace
    del run.revisions[run.revisions.index(it[-1].revision):]


@found_by("confirmation")
def change_while_another_waits(run):
    drop(run, first(commits(run), of_kind("revert")))


@found_by("confirmation")
def confirmed_change_taken_back(run):
    it = first(commits(run), of_kind("revert"))
    repeat(run, it)


@found_by("confirmation")
def rollback_to_another_version(run):
    it = commit(run, of_kind("revert"))
    it.set_content(it.puts["document"] + b"\n")


def expired(run):
    return commit(run, lambda it: of_kind("revert")(it) and "message" not in it.header)


@found_by("time")
def late_rollback(run):
    it = expired(run)
    it.set_header(time=it.header["time"] + 600_000)


@found_by("time")
def early_rollback(run):
    it = expired(run)
    it.set_header(time=it.header["time"] - 60_000)


@found_by("order")
def later_than_the_next(run):
    """Two changes that one program made one after the other are in the log the other way round."""
    one, other = [it for it in run.operations if it.kind == "change" and it.outcome == "done"][:2]
    one.mark, other.mark = other.mark, one.mark


@found_by("read")
def outdated_read(run):
    states = Judge(run).states
    run.operations.append(Operation("read", "", "done", float("inf"), float("inf"), states[len(states) // 2]))


@found_by("history")
def record_removed_too_early(run):
    it = commits(run)[-1]
    it.revision.deletes.update(key("headers", number) for number in range(1, it.record - 5))


@found_by("mirror")
def other_byte_in_a_mirror(run):
    name = first(run.mirrors)
    run.mirrors[name] = run.mirrors[name].replace(b" ", b"\t", 1)


@found_by("watch")
def values_in_another_order(run):
    name = first(run.watched, lambda name: len(set(run.watched[name])) > 2)
    run.watched[name] = run.watched[name][::-1]


def unnoticed(run):
    """Returns what the judge doesn't find, or doesn't find by its rule, as sentences."""
    sentences = []
    for rule, fault in FAULTS:
        planted = copy.deepcopy(run)
        try:
            fault(planted)
        except NoPlace:
            sentences.append(f"{fault.__name__}: this history has no place for it")
            continue
        rules = {rule for rule, _ in Judge(planted).problems}
        if rule not in rules:
            sentences.append(f"{fault.__name__}: not found by the rule {rule}, only by {sorted(rules)}")
    return sentences
