"""What a document's keys in etcd have ever had, and what programs were told about their changes; and the judge of both."""

import base64
import json
from dataclasses import dataclass, field

KEPT_RECORDS = 50
# The process that applied a change has this time to take it back before others do (Documentation/Etcd.md, Confirmations).
HEAD_START = 5
# What a busy machine may add to it.
SLACK = 15


@dataclass
class Revision:
    """All changes that etcd made in one step; keys are without the document's prefix."""
    number: int
    puts: dict = field(default_factory=dict)
    deletes: set = field(default_factory=set)


@dataclass
class Operation:
    """What a program was asked to do, and what it reported.

    The mark is what finds the change in the log: its message, or `KEY=VALUE`. Times are seconds since the boot.
    """
    kind: str  # change, confirm, cancel or read
    mark: str
    outcome: str  # done, refused or unknown
    start: float
    end: float
    content: bytes = b""  # what was read


@dataclass
class Run:
    """A history with everything that is known about it from elsewhere."""
    revisions: list
    operations: list = field(default_factory=list)
    # Contents that weren't put by a program of this project.
    outside: list = field(default_factory=list)
    # When members were disturbed: pairs of seconds since 1970.
    faults: list = field(default_factory=list)
    # The final content of each mirror, the values of `shared` that each watching process has printed, and those that run at the end.
    mirrors: dict = field(default_factory=dict)
    watched: dict = field(default_factory=dict)
    watching: set = field(default_factory=set)


def read(messages, last):
    """Returns the revisions from the messages of a watch, up to the one that puts the key `last`."""
    revisions = []
    for message in messages:
        for event in message["Events"]:
            pair = event["kv"]
            key = base64.b64decode(pair["key"]).decode().split("/", 1)[1]
            if key == last:
                return revisions
            if not revisions or revisions[-1].number != pair["mod_revision"]:
                revisions.append(Revision(pair["mod_revision"]))
            if "type" in event:
                revisions[-1].deletes.add(key)
            else:
                revisions[-1].puts[key] = base64.b64decode(pair.get("value", ""))


def numbers(keys, kind):
    """Returns the sorted numbers of the keys `KIND/NUMBER`."""
    return sorted(int(key.split("/")[1]) for key in keys if key.startswith(kind + "/"))


def key(kind, number):
    return f"{kind}/{number:019}"


class Judge:
    """Walks through a history. `problems` has a pair for each: the name of the rule, and a sentence."""

    def __init__(self, run):
        self.run, self.problems = run, []
        self.document, self.record, self.commit = None, 0, 0
        # The content of each record, the marks in the log with the commits that have them, and the content after each commit.
        self.contents, self.found, self.states = {}, {}, []
        self.ids, self.kept, self.hashes = set(), set(), {}
        # The record that waits for its confirmation, and whether the last decision was to keep a change.
        self.pending = None
        for revision in run.revisions:
            self.walk(revision)
        if self.pending:
            self.report("confirmation", f"record {self.pending[0]} still waits at the end")
        self.judge_operations()
        self.judge_followers()

    def report(self, rule, sentence):
        self.problems.append((rule, sentence))

    # MARK: Revisions

    def walk(self, revision):
        puts, where = revision.puts, f"revision {revision.number}"
        touched = {name.split("/")[0] for name in [*puts, *revision.deletes]} & {"document", "headers", "contents", "commits"}
        if "head" not in puts:
            if touched - {"document"} or touched and puts.get("document") not in self.run.outside:
                self.report("transaction", f"{where} changes {sorted(touched)} without the head")
            self.document = puts.get("document", self.document)
            return
        head = json.loads(puts["head"])
        if head["commit"] != self.commit + 1:
            self.report("numbers", f"{where} has commit {head['commit']} after {self.commit}")
        self.commit = head["commit"]
        ids = [puts[name] for name in puts if name.startswith("commits/")]
        if numbers(puts, "commits") != [self.commit]:
            self.report("transaction", f"{where} has the IDs of commits {numbers(puts, 'commits')} instead of {self.commit}")
        if self.ids & set(ids):
            self.report("numbers", f"{where} uses an ID again")
        self.ids |= set(ids)

        before, expected = self.document, self.document
        new = numbers(puts, "headers")
        if new != list(range(self.record + 1, head["record"] + 1)):
            self.report("numbers", f"{where} has records {new} after {self.record}; its head says {head['record']}")
        kinds = {number: puts[key("headers", number)].split(b"\n", 1) for number in new}
        if numbers(puts, "contents") != [number for number in new if kinds[number][0] == b"version"]:
            self.report("transaction", f"{where} has contents {numbers(puts, 'contents')} for records {new}")
        for number in new:
            kind, header = kinds[number][0].decode(), json.loads(kinds[number][1])
            if kind != "note":
                base, expected = expected, puts.get(key("contents", number))
                self.contents[number] = expected
                if self.hashes.setdefault(header["revision"], expected) != expected:
                    self.report("content", f"record {number} has another content than an earlier one with its hash")
                if header["kind"] == "outside":
                    if expected != before:
                        self.report("content", f"record {number} isn't the content that was found")
                else:
                    self.judge_changes(number, header, base, expected)
            self.judge_confirmation(number, header, expected)
        self.record = max([self.record, *new])
        self.document = None if "document" in revision.deletes else puts.get("document", before)
        if self.document != expected:
            self.report("content", f"{where} stores another document than its last record")
        self.states.append(self.document)

        self.kept = self.kept.union(new).difference(numbers(revision.deletes, "headers"))
        if len(self.kept) < min(KEPT_RECORDS, self.record):
            self.report("history", f"{where} leaves {len(self.kept)} records of {self.record}")

    def judge_changes(self, number, header, base, content):
        """The changes in the header, made in the content before it, are the content: its writer has read what it replaced."""
        try:
            values, result = (json.loads(text) if text else {} for text in (base, content))
        except ValueError:
            return self.report("content", f"record {number} isn't JSON")
        for change in header.get("changes", []):
            path = change["path"]
            if change["kind"] != "add" and values.get(path) != change["old"] or change["kind"] == "add" and path in values:
                self.report("base", f"record {number} replaces {change['old']} of {path}, which was {values.get(path)}")
            if change["kind"] == "remove":
                values.pop(path, None)
            else:
                values[path] = change["new"]
        if values != result:
            self.report("base", f"record {number} changes more than {header.get('changes')}")
        if header["kind"] == "apply" and "message" not in header:
            for change in header["changes"]:
                self.mark(f"{change['path']}={change['new']}")

    def mark(self, mark):
        self.found.setdefault(mark, []).append(len(self.states))

    def judge_confirmation(self, number, header, content):
        if "message" in header:
            self.mark(header["message"])
        kind = header["kind"]
        if kind == "outside":
            return
        waiting, self.pending = self.pending, (number, header) if "confirmation" in header else None
        if kind in ("confirm", "revert") and not waiting:
            return self.report("confirmation", f"record {number} is a {kind}, but nothing waits")
        if not waiting:
            return
        before, armed = waiting[0], waiting[1]["confirmation"]
        if kind == "confirm":
            return self.mark(f"confirm {armed['id']}")
        if kind == "apply" and "confirmation" in header:
            # Another change is accepted if it has to be confirmed, too. Then all of them wait for the last confirmation.
            if header["confirmation"]["restores"] != armed["restores"]:
                self.report("confirmation", f"record {number} doesn't restore what record {before} does")
            return
        if kind != "revert":
            return self.report("confirmation", f"record {number} is a {kind} while record {before} waits")
        if content != self.contents.get(armed["restores"]):
            self.report("confirmation", f"record {number} doesn't restore record {armed['restores']}")
        if "message" in header:
            return
        limit = armed["limit"] / 1000
        armed_at, reverted_at = waiting[1]["time"] / 1000, header["time"] / 1000
        # The time begins again if the leader ends, and nobody can act without a majority.
        begin = max([armed_at] + [end for start, end in self.run.faults if start < reverted_at and end > armed_at])
        if not armed_at + limit - 1 <= reverted_at <= begin + limit + HEAD_START + SLACK:
            self.report("time", f"record {number} takes record {before} back after {reverted_at - armed_at:.1f} s of {limit} s")

    # MARK: Programs

    def judge_operations(self):
        reported, placed = set(), []
        for operation in self.run.operations:
            if operation.kind == "read":
                continue
            reported.add(operation.mark)
            places = self.found.get(operation.mark, [])
            if operation.outcome == "refused" and places:
                self.report("refused", f"{operation.mark} was refused, but is commit {places[0] + 1}")
            if operation.outcome == "done" and not places:
                self.report("acknowledged", f"{operation.mark} was acknowledged, but isn't in the log")
            placed += [(places[0], operation)] if places else []
        for mark, places in self.found.items():
            if len(places) > 1:
                self.report("once", f"{mark} is there {len(places)} times")
            if mark not in reported:
                self.report("refused", f"nobody has reported {mark}")
        latest = float("-inf")
        for place, operation in sorted(placed, key=lambda pair: pair[0]):
            # A lost request may be done at any later time.
            if operation.outcome == "done" and operation.end < latest:
                self.report("order", f"{operation.mark} ended before an earlier commit was begun")
            latest = max(latest, operation.start)
        self.judge_reads(placed)

    def judge_reads(self, placed):
        """Each read has found a content that was current between its start and its end, and no older one than an earlier read."""
        begun = [(operation.start, place) for place, operation in placed]
        ended = [(operation.end, place) for place, operation in placed if operation.outcome == "done"]
        for read in sorted((each for each in self.run.operations if each.kind == "read"), key=lambda each: each.start):
            lower = max((place for end, place in ended if end < read.start), default=0)
            upper = min((place for start, place in begun if start > read.end), default=len(self.states))
            places = [place for place in range(lower, upper) if self.states[place] == read.content]
            if places:
                ended.append((read.end, places[0]))
            else:
                self.report("read", f"a read has found {read.content!r}, which wasn't current")

    def judge_followers(self):
        for name, content in self.run.mirrors.items():
            if content != self.document:
                self.report("mirror", f"{name} differs from the document")
        values = [shared(state) for state in self.states]
        for name, printed in self.run.watched.items():
            rest = iter(values)
            if not all(value in rest for value in printed):
                self.report("watch", f"{name} has printed values of another order, or that never were")
            if name in self.run.watching and printed[-1:] != values[-1:]:
                self.report("watch", f"{name} hasn't printed the last value")


def shared(content):
    try:
        return json.loads(content or "{}").get("shared", -1)
    except ValueError:
        return None
