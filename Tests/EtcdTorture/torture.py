#!/usr/bin/env python3
"""Changes settings in a cluster whose members, clients and network fail, and judges what etcd has recorded.

    Tests/EtcdTorture/torture.py PROGRAMS [--seconds 600] [--seed N] [--self-test]

PROGRAMS is the folder with `settings-tui`, `settings-storage-etcd` and `apply-loop`. Writers set, confirm, cancel and roll back; other
programs watch, mirror and read. Members and programs are killed (-9) and stopped, and each client has a network of its own that is cut,
stalled and slow. Then the judge (`history.py`) compares all that etcd has ever had with what the programs have reported.

`--self-test` plants faults into the recorded history (`planted.py`), each of which the judge must find.
"""

import argparse
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from cluster import Cluster, Network, Program, Way
from history import Judge, Operation, Run, read
from planted import FAULTS, unnoticed

WRITERS, LOOPS, READERS, FOLLOWERS = 3, 2, 1, 2
PREFIX, END = "torture", "~end"
# No command may take longer, whatever the cluster does.
TIME_LIMIT = 60
# 1: refused, or in conflict. 75: try again. Both mean that nothing has changed. 74: unknown.
OUTCOMES = {0: "done", 1: "refused", 75: "refused", 74: "unknown", -signal.SIGKILL: "unknown"}


def now():
    """Seconds since the boot, as apply-loop counts them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Client:
    """A machine with ways of its own to all members."""

    def __init__(self, torture, name):
        self.torture, self.name = torture, name
        self.random = random.Random(f"{torture.seed}-{name}")
        self.ways = [Way(torture.network, port) for port in torture.cluster.clients]
        self.address = f"etcd://{','.join(f'127.0.0.1:{way.port}' for way in self.ways)}/{PREFIX}"
        self.count = 0

    def program(self, name):
        return f"{self.torture.programs}/{name}"

    def start(self, *arguments, output=os.devnull, program="settings-tui"):
        return Program([self.program(program), *arguments], output)

    def command(self, *arguments, kill_after=None, stop_for=None):
        """Runs a command; returns its status, its output, and what an operation needs."""
        begin = now()
        process = subprocess.Popen([self.program("settings-tui"), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        killer = threading.Timer(TIME_LIMIT if kill_after is None else kill_after, process.kill)
        killer.start()
        if stop_for:
            time.sleep(self.random.uniform(0, 0.3))
            process.send_signal(signal.SIGSTOP)
            time.sleep(stop_for)
            process.send_signal(signal.SIGCONT)
        output, errors = process.communicate()
        killer.cancel()
        status, name = process.returncode, " ".join([arguments[0], *arguments[2:]])
        if status not in OUTCOMES or status < 0 and kill_after is None:
            self.torture.report("status", f"{name} ends with {status}: {errors.decode()}")
        return status, output, begin

    def change(self, *arguments, kind="change", mark=None, disturbed=True):
        """Runs a command that changes the settings, and records what it reports; returns its output if it has succeeded."""
        self.count += 1
        mark = mark or f"{self.name}-{self.count}"
        options = [] if kind == "confirm" else ["--message", mark]
        trouble = self.random.random() if disturbed else 1
        status, output, begin = self.command(
            arguments[0], self.address, *arguments[1:], "--schema", self.torture.form, *options,
            kill_after=self.random.uniform(0, 0.5) if trouble < 0.06 else None,
            stop_for=self.random.uniform(0, 1.5 * self.torture.longest) if 0.06 < trouble < 0.09 else None)
        outcome = OUTCOMES.get(status, "unknown")
        # A rollback to what is stored changes nothing.
        if outcome != "done" or b"nothing to change" not in output:
            # A change that was taken back while its command ran is refused and in the log.
            if "--confirm-within" in arguments and outcome == "refused":
                outcome = "unknown"
            self.torture.run.operations.append(Operation(kind, mark, outcome, begin, now()))
        return output if status == 0 else None

    def set(self, name=None, *options, **named):
        return self.change("set", f"{name or self.name}={self.torture.next_value()}", "--yes", *options, **named)

    def arm(self, end, limit=None, **named):
        """Makes a change that has to be confirmed, and ends the process that waits for it; then it is confirmed, canceled, or expires."""
        output = self.set(None, "--confirm-within", str(limit or self.random.randint(1, 3)), "--json", **named)
        if output is None:
            return
        identifier = json.loads(output)["confirmation"]["id"]
        if end == "expire" or self.random.random() < 0.3:
            end_waiting(identifier)
        if end == "confirm":
            self.change("confirm", identifier, kind="confirm", mark=f"confirm {identifier}", **named)
        elif end == "cancel":
            self.change("cancel", identifier, kind="cancel", **named)

    def read(self):
        status, output, begin = self.command("show", self.address, "0", "--schema", self.torture.form)
        if status == 0:
            self.torture.run.operations.append(Operation("read", "", "done", begin, now(), output))

    def write_and_read(self):
        """What a writer does until the end."""
        actions = [self.set, lambda: self.set("shared"), lambda: self.change("rollback", str(self.random.randint(1, 5)), "--yes"),
                   lambda: self.set(None, "--prepare", "exit 1")] + [lambda end=end: self.arm(end) for end in ("confirm", "cancel", "expire")]
        while not self.torture.ends:
            self.random.choices(actions, [50, 20, 6, 2, 3, 3, 2])[0]()

    def keep_reading(self):
        while not self.torture.ends:
            self.read()
            time.sleep(self.random.uniform(0, 1))


def end_waiting(identifier):
    """Kills the process that waits for a confirmation, which the command has left."""
    for number in filter(str.isdigit, os.listdir("/proc")) if os.path.isdir("/proc") else ():
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            if b"__watch" in words and identifier.encode() in words:
                os.kill(int(number), signal.SIGKILL)
        except OSError:
            pass


class Follower:
    """A program that runs until it is killed, and then again: a watch or a mirror."""

    def __init__(self, client, isMirror):
        self.client, self.isMirror, self.count = client, isMirror, 0
        self.path = f"{client.torture.folder}/{client.name}"
        self.start()

    def start(self):
        client, form = self.client, self.client.torture.form
        self.count += 1
        if self.isMirror:
            self.program = client.start("mirror", client.address, self.path, "--schema", form, "--yes")
        else:
            self.program = client.start("watch", client.address, "shared", "--json", "--schema", form, output=self.output(self.count))

    def output(self, count):
        return f"{self.path}.{count}"

    def restart(self):
        self.program.kill()
        self.start()

    def content(self):
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def values(self, count):
        with open(self.output(count), encoding="utf-8") as file:
            return [int(line) for line in file.read().splitlines() if line.lstrip("-").isdigit()]


class Torture:
    def __init__(self, programs, seconds, seed):
        self.programs, self.seconds, self.seed = os.path.abspath(programs), seconds, seed
        self.random = random.Random(seed)
        self.longest = min(4, seconds / 5)
        # The loops use smaller numbers.
        self.run, self.problems, self.ends, self.value = Run([]), [], False, 1_000_000_000
        self.lock, self.network = threading.Lock(), Network()

    def report(self, rule, sentence):
        self.problems.append((rule, sentence))

    def next_value(self):
        with self.lock:
            self.value += 1
            return self.value

    def __call__(self):
        """Runs everything, and returns the problems."""
        self.folder = tempfile.mkdtemp(prefix="settings-torture-")
        os.environ.update(HOME=self.folder, XDG_STATE_HOME=self.folder, XDG_CONFIG_HOME=self.folder, XDG_DATA_HOME=self.folder)
        try:
            with Cluster() as self.cluster:
                self.begin()
                self.disturb()
                self.finish()
        finally:
            shutil.rmtree(self.folder)
        return self.problems + Judge(self.run).problems

    def begin(self):
        self.clients = [Client(self, f"writer{n}") for n in range(WRITERS)]
        readers = [Client(self, f"reader{n}") for n in range(READERS)]
        loops = [Client(self, f"own{n}") for n in range(LOOPS)]
        followers = [Client(self, f"follower{n}") for n in range(FOLLOWERS * 2)]
        self.form = f"{self.folder}/form.json"
        names = ["shared"] + [client.name for client in self.clients + loops]
        with open(self.form, "w") as file:
            json.dump({"x-form": 1, "type": "object", "title": "Numbers",
                       "properties": {name: {"type": "integer", "title": name, "default": -1} for name in names}}, file)
        self.run.outside.append(b"{}")
        self.cluster.etcdctl("put", f"{PREFIX}/document", "{}")
        # A short run may not do each of these by chance.
        first = self.clients[0]
        for act in (first.set, lambda **named: first.set("shared", **named), lambda **named: first.arm("confirm", 20, **named),
                    lambda **named: first.arm("cancel", 20, **named), lambda **named: first.set(None, "--prepare", "exit 1", **named),
                    lambda **named: first.change("rollback", "2", "--yes", **named)):
            act(disturbed=False)
        self.threads = [threading.Thread(target=client.write_and_read) for client in self.clients]
        self.threads += [threading.Thread(target=client.keep_reading) for client in readers]
        self.loops = [client.start(self.form, client.address, str(number), f"{self.seconds:.0f}s", program="apply-loop",
                                   output=f"{self.folder}/loop{number}") for number, client in enumerate(loops)]
        self.followers = [Follower(client, number % 2 == 0) for number, client in enumerate(followers)]
        self.clients += readers + loops + followers
        for thread in self.threads:
            thread.start()

    def disturb(self):
        """Lets something fail again and again, mostly one thing at a time."""
        self.faults = 0
        deadline = now() + self.seconds
        while now() < deadline:
            self.faults += 1
            fault = self.random.choices([self.members, self.ways, self.process, self.restart], [4, 4, 1, 2])[0]
            mend = fault()
            time.sleep(self.random.uniform(0.1, self.longest))
            mend()
            time.sleep(self.random.uniform(0, self.longest / 2))
        self.ends = True

    def members(self):
        begin, victims = time.time(), self.random.sample(range(3), self.random.choice([1, 1, 1, 1, 1, 2]))
        kills = self.random.random() < 0.5
        for victim in victims:
            (self.cluster.kill if kills else self.cluster.pause)(victim)

        def mend():
            for victim in victims:
                (self.cluster.start if kills else self.cluster.resume)(victim)
            self.run.faults.append((begin, time.time()))
        return mend

    def ways(self):
        """Disturbs the ways of some clients to some members, or of one client to all."""
        clients = self.random.sample(self.clients, self.random.choice([1, 2, len(self.clients)]))
        numbers = self.random.sample(range(3), self.random.choice([1, 3]) if len(clients) < 3 else 1)
        ways = [client.ways[number] for client in clients for number in numbers]
        act = self.random.choice([Way.cut, Way.stall, lambda way: setattr(way, "delay", 0.2)])
        for way in ways:
            act(way)
        return lambda: [way.mend() for way in ways]

    def process(self):
        program = self.random.choice(self.loops + [follower.program for follower in self.followers])
        program.signal(signal.SIGSTOP)
        return lambda: program.signal(signal.SIGCONT)

    def restart(self):
        follower = self.random.choice(self.followers)
        follower.program.kill()
        return follower.start

    def finish(self):
        for thread in self.threads:
            thread.join()
        for number, loop in enumerate(self.loops):
            status = loop.wait()
            with open(f"{self.folder}/loop{number}", encoding="utf-8") as file:
                text = file.read()
            if status:
                self.report("status", f"apply-loop {number} ends with {status}: {text[-1000:]}")
                continue
            for line in text.splitlines():
                name, value, outcome, begin, end = line.split()
                self.run.operations.append(Operation("change", f"{name}={value}", ["done", "refused", "unknown"][int(outcome)],
                                                     int(begin) / 1000, (int(end) + 1) / 1000))
        self.come_to_rest()
        self.follow()
        self.cluster.etcdctl("put", f"{PREFIX}/{END}", "1")
        self.run.revisions = read(self.cluster.messages(PREFIX + "/"), END)

    def come_to_rest(self):
        """Every command works, and the cluster takes back what nobody waits for."""
        client = self.clients[0]
        client.arm("expire", 1, disturbed=False)
        time.sleep(1)
        client.read()
        for words in (["get"], ["list"], ["log"], ["check"], ["describe"], ["diff", "1", "0"], ["show", "1"], ["schemas"], ["confirm"], ["cancel"]):
            status = client.command(words[0], client.address, *words[1:], "--schema", self.form)[0]
            if status != (1 if words[0] in ("confirm", "cancel") else 0):
                self.report("status", f"{words[0]} ends with {status} when nothing is disturbed")

    def follow(self):
        """Waits until the mirrors and the watching programs have the last change."""
        client, start = self.clients[0], now()
        if client.set("shared", disturbed=False) is None:
            self.report("status", "the last set fails")
        content = client.command("show", client.address, "0", "--schema", self.form)[1]
        last = json.loads(content).get("shared")
        mirrors = [follower for follower in self.followers if follower.isMirror]
        watches = [follower for follower in self.followers if not follower.isMirror]
        while now() < start + 75 and not (all(mirror.content() == content for mirror in mirrors)
                                        and all(watch.values(watch.count)[-1:] == [last] for watch in watches)):
            time.sleep(0.1)
        self.following = now() - start
        for follower in self.followers:
            follower.program.kill()
        for mirror in mirrors:
            self.run.mirrors[mirror.client.name] = mirror.content() or b""
        for watch in watches:
            for count in range(1, watch.count + 1):
                self.run.watched[f"{watch.client.name}.{count}"] = watch.values(count)
            self.run.watching.add(f"{watch.client.name}.{watch.count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", help="the folder of the programs, or a history that a failed run has left")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if os.path.isfile(options.programs):
        with open(options.programs, "rb") as file:
            run = pickle.load(file)
        problems = Judge(run).problems
    else:
        print(f"seed {options.seed}", flush=True)
        torture = Torture(options.programs, options.seconds, options.seed)
        problems = torture()
        run = torture.run
        counts = {name: sum(it.outcome == name and it.kind != "read" for it in run.operations) for name in ("done", "refused", "unknown")}
        print(f"{torture.faults} faults in {options.seconds:g} s; changes: {counts}; {sum(it.kind == 'read' for it in run.operations)} reads; "
              f"{len(run.revisions)} revisions; the mirrors and watches followed after {torture.following:.1f} s")
    if options.self_test and not problems:
        problems = [("self-test", sentence) for sentence in unnoticed(run)]
        print(f"{len(FAULTS) - len(problems)} of {len(FAULTS)} planted faults were found")
    for rule, sentence in problems[:20]:
        print(f"{rule}: {sentence}")
    if problems and not os.path.isfile(options.programs):
        kept = f"{tempfile.gettempdir()}/settings-torture-{options.seed}"
        with open(kept, "wb") as file:
            pickle.dump(run, file)
        print(f"{len(problems)} problems; the history is {kept}")
    return 1 if problems else 0


sys.exit(main())
