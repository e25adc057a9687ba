#!/usr/bin/env python3
"""Three machines mirror the settings of a cluster that is away for a while: each keeps what it has, says so, and follows again.

    Tests/EtcdTorture/machines.py PROGRAMS [--seconds 60]

Each machine is a network namespace with a cable to the one of the cluster, so this needs Linux, root and `ip`. The cluster is away because
its cable is unplugged: no packet comes back, and no connection is closed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from cluster import Cluster, Program

MACHINES = 3
# A mirror tries again after a minute at most, and a request takes up to 10 s.
TIME_TO_FOLLOW = 75


class Switch:
    """Network namespaces with cables to a switch, which is one, too. They end with the `with` statement."""

    def __init__(self, count):
        self.hub, self.names = f"settings-{os.getpid()}", [f"settings-{os.getpid()}-{number}" for number in range(count)]

    def __enter__(self):
        self.ip("netns", "add", self.hub)
        self.ip("-n", self.hub, "link", "add", "switch", "type", "bridge")
        self.ip("-n", self.hub, "link", "set", "switch", "up")
        for number, name in enumerate(self.names):
            self.ip("netns", "add", name)
            self.ip("-n", name, "link", "set", "lo", "up")
            self.ip("-n", name, "link", "add", "cable", "type", "veth", "peer", "name", f"port{number}", "netns", self.hub)
            self.ip("-n", self.hub, "link", "set", f"port{number}", "master", "switch", "up")
            self.ip("-n", name, "address", "add", f"10.77.0.{number + 1}/24", "dev", "cable")
            self.ip("-n", name, "link", "set", "cable", "up")
        return self

    def __exit__(self, *_):
        for name in [*self.names, self.hub]:
            subprocess.run(["ip", "netns", "delete", name], check=False)

    @staticmethod
    def ip(*words):
        subprocess.run(["ip", *words], check=True)

    def inside(self, number):
        return ("ip", "netns", "exec", self.names[number])

    def plug(self, number, isIn):
        self.ip("-n", self.hub, "link", "set", f"port{number}", "up" if isIn else "down")


class Machine:
    """A mirror, and an app that watches the local copy."""

    def __init__(self, prefix, programs, folder, name, address, form):
        self.prefix, self.program, self.address, self.form = prefix, programs + "/settings-tui", address, form
        self.copy, self.said, self.seen = (f"{folder}/{name}{end}" for end in (".json", ".mirror", ".app"))
        self.start()
        self.app = None

    def start(self):
        self.mirror = Program([self.program, "mirror", self.address, self.copy, "--schema", self.form, "--yes"], self.said, self.prefix)

    def watch(self):
        self.app = Program([self.program, "watch", self.copy, "shared", "--schema", self.form], self.seen, self.prefix)

    def command(self, *words):
        start = time.monotonic()
        result = subprocess.run([*self.prefix, self.program, *words, "--schema", self.form], capture_output=True, stdin=subprocess.DEVNULL, check=False)
        return result.returncode, result.stdout.decode().strip(), time.monotonic() - start

    @staticmethod
    def text(path):
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def has(self, value):
        """Whether the copy has a value, and the app has seen it."""
        return f'"shared": {value}' in self.text(self.copy) and (self.app is None or self.text(self.seen).split()[-1:] == [str(value)])


def expect(isTrue, what):
    if not isTrue:
        raise AssertionError(what)


def wait(machines, value, limit):
    """Waits until all machines have a value; returns the seconds."""
    start = time.monotonic()
    while not all(machine.has(value) for machine in machines):
        expect(time.monotonic() - start < limit, f"{[machine.text(machine.copy) for machine in machines]} don't become {value} in {limit} s")
        time.sleep(0.02)
    return time.monotonic() - start


def rehearse(switch, cluster, machines, seconds, home):
    """The cable of the cluster is unplugged for a time, in which it gets another change."""
    expect(home.command("set", home.address, "shared=1", "--yes")[0] == 0, "the first set fails")
    wait(machines, 1, 20)
    for machine in machines:
        machine.watch()
    expect(machines[0].command("set", machines[0].address, "shared=2", "--yes")[0] == 0, "the set of a machine fails")
    print(f"{MACHINES} machines have a change after {wait(machines, 2, 20):.2f} s")
    said = [len(machine.text(machine.said)) for machine in machines]

    switch.plug(MACHINES, False)
    away = time.monotonic()
    machines[1].mirror.kill()
    machines[1].start()
    expect(home.command("set", home.address, "shared=3", "--yes")[0] == 0, "the set beside the cluster fails")
    status, _, took = machines[0].command("set", machines[0].address, "shared=4", "--yes")
    expect(status == 75 and took < 15, f"a set without the cluster ends with {status} after {took:.0f} s")
    while time.monotonic() - away < seconds:
        expect(all(machine.has(2) for machine in machines), "a machine has lost its content while the cluster is away")
        status, value, took = machines[2].command("get", machines[2].copy, "shared")
        expect((status, value) == (0, "2") and took < 2, f"get of the copy: {status}, {value}, {took:.1f} s")
        time.sleep(1)
    for machine, before in zip(machines, said):
        expect("etcd" in machine.text(machine.said)[before:], f"a mirror doesn't say that the cluster is away: {machine.text(machine.said)}")
    print(f"away for {seconds} s, each keeps the content; a mirror says: {machines[0].text(machines[0].said)[said[0]:].splitlines()[0]}")

    switch.plug(MACHINES, True)
    print(f"they follow again after {wait(machines, 3, TIME_TO_FOLLOW):.1f} s")
    expect(machines[2].command("set", machines[2].address, "shared=5", "--yes")[0] == 0, "the set afterwards fails")
    print(f"and have the next change after {wait(machines, 5, 20):.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="settings-machines-")
    os.environ.update(HOME=folder, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
    form = f"{folder}/form.json"
    with open(form, "w", encoding="utf-8") as file:
        json.dump({"x-form": 1, "type": "object", "title": "Numbers", "properties": {"shared": {"type": "integer", "title": "shared", "default": -1}}}, file)
    machines = []
    try:
        with Switch(MACHINES + 1) as switch, Cluster(prefix=switch.inside(MACHINES), host=f"10.77.0.{MACHINES + 1}") as cluster:
            address = f"etcd://{','.join(cluster.endpoints)}/machines"
            machines = [Machine(switch.inside(number), options.programs, folder, f"m{number}", address, form) for number in range(MACHINES)]
            home = Machine(switch.inside(MACHINES), options.programs, folder, "home", address, form)
            machines.append(home)
            try:
                rehearse(switch, cluster, machines[:MACHINES], options.seconds, home)
            finally:
                for program in [program for machine in machines for program in (machine.mirror, machine.app) if program]:
                    program.kill()
    finally:
        shutil.rmtree(folder)


sys.exit(main())
