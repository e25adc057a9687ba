"""Runs the measurements of Benchmarks/Etcd/run. Its argument is the folder of the programs."""

import base64
import http.client
import json
import os
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)) + "/../../Tests/EtcdTorture")
from cluster import Cluster, Network, Way

PROGRAMS = sys.argv[1]
APPLIES = 300
WATCHERS = 100
COMMANDS = 11
DELAY = 0.03


def form(names):
    return {"x-form": 1, "type": "object", "title": "Numbers",
            "properties": {name: {"type": "integer", "title": name, "default": -1} for name in names}}


def encoded(data):
    return base64.b64encode(data if isinstance(data, bytes) else data.encode()).decode()


class Member:
    """A connection to the only member of a cluster."""

    def __init__(self, cluster):
        self.port = cluster.clients[0]
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self, path, body):
        self.connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        return json.loads(self.connection.getresponse().read())

    def put(self, key, value):
        self.call("/v3/kv/put", {"key": encoded(key), "value": encoded(value)})


def bare_transactions(member, document, header):
    """Sends transactions with the operations of an apply; returns the seconds of each."""
    revision, times = "0", []
    for number in range(1, APPLIES + 1):
        def key(name):
            return encoded(f"bare/{name}")
        digits = f"{number:019}"
        puts = {"document": document, "head": json.dumps({"format": 1, "record": number, "commit": number}),
                "commits/" + digits: "0123456789abcdef", "headers/" + digits: header, "contents/" + digits: document}
        body = {
            "compare": [{"key": key(name), "target": "MOD", "result": "EQUAL", "mod_revision": revision}
                        for name in ("document", "head")],
            "success": [{"request_put": {"key": key(name), "value": encoded(value)}} for name, value in puts.items()],
            "failure": [{"request_range": {"key": key("document")}}]}
        if number > 50:
            end = f"{number - 50:019}"
            body["success"] += [
                {"request_delete_range": {"key": key(name + "/"), "range_end": key(f"{name}/{end}")}}
                for name in ("headers", "contents")]
        start = time.perf_counter()
        reply = member.call("/v3/kv/txn", body)
        times.append(time.perf_counter() - start)
        assert reply["succeeded"]
        revision = reply["header"]["revision"]
    return times


def applies(member, folder, document):
    """Applies changes of one setting; returns the seconds of all together."""
    member.put("applies/document", document)
    output = subprocess.run(
        [PROGRAMS + "/apply-loop", folder + "/form.json", f"etcd://127.0.0.1:{member.port}/applies", "0", str(APPLIES)],
        check=True, capture_output=True, text=True).stdout.split("\n")
    rows = [line.split() for line in output if line]
    assert all(row[2] == "0" for row in rows)
    return (int(rows[-1][4]) - int(rows[0][3])) / 1000


def watchers(member, folder):
    """Returns the sorted seconds from the start of an apply until each of the watching processes reports it."""
    address = f"etcd://127.0.0.1:{member.port}/watched"
    member.put("watched/document", "{}")
    selector = selectors.DefaultSelector()
    processes = [
        subprocess.Popen(
            [PROGRAMS + "/settings-tui", "watch", address, "--schema", folder + "/form.json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for _ in range(WATCHERS)]
    for process in processes:
        selector.register(process.stdout, selectors.EVENT_READ, process)

    def wait_for(value):
        """Waits until every process has printed a value; returns when each did."""
        seen, start = {}, time.perf_counter()
        member.put("watched/document", json.dumps({"own0": value}))
        while len(seen) < WATCHERS and time.perf_counter() - start < 60:
            for event, _ in selector.select(1):
                text = os.read(event.fileobj.fileno(), 1 << 16)
                if str(value).encode() in text:
                    seen[event.data.pid] = time.perf_counter() - start
        return seen

    try:
        value = 100000
        while len(wait_for(value)) < WATCHERS:
            value += 1
        samples = []
        for round in range(10):
            time.sleep(0.3)
            samples += wait_for(200000 + round).values()
        assert len(samples) == 10 * WATCHERS
        return sorted(samples)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def commands(member, folder, count, delay):
    """Returns the median seconds of commands on a document with a number of settings and a full history, and of etcdctl in the same run."""
    names = ["shared", "own0"] + [f"setting{number}" for number in range(2, count)]
    prefix, document, schema = f"commands{count}", f"{folder}/document", f"{folder}/schema.json"
    with open(document, "w") as file:
        json.dump(dict.fromkeys(names, 1), file, indent=2)
    with open(schema, "w") as file:
        json.dump(form(names), file)
    member.put(f"{prefix}/document", open(document).read())
    subprocess.run([PROGRAMS + "/apply-loop", f"{folder}/form.json", f"etcd://127.0.0.1:{member.port}/{prefix}", "0", "60"],
                   check=True, capture_output=True)
    network = Network()
    ways = [Way(network, member.port) for _ in range(3)]
    for way in ways:
        way.delay = delay
    endpoints = ",".join(f"127.0.0.1:{way.port}" for way in ways)
    address = f"etcd://{endpoints}/{prefix}"
    etcdctl = ["env", "ETCDCTL_API=3", "etcdctl", "--endpoints", endpoints]
    settings = [PROGRAMS + "/settings-tui"]
    rows = {
        "`etcdctl get`": lambda _: [*etcdctl, "get", f"{prefix}/document"],
        "`get`": lambda _: [*settings, "get", address, "setting5", "--schema", schema],
        "`list`": lambda _: [*settings, "list", address, "--schema", schema],
        "`log`": lambda _: [*settings, "log", address, "--schema", schema],
        "`etcdctl put`": lambda _: [*etcdctl, "put", f"{prefix}/copy"],
        "`set`": lambda number: [*settings, "set", address, f"setting5={number + 2}", "--yes", "--schema", schema]}
    times = {name: [] for name in rows}
    for number in range(COMMANDS):
        for name, command in rows.items():
            with open(document) as file:
                start = time.perf_counter()
                subprocess.run(command(number), check=True, stdin=file, stdout=subprocess.DEVNULL)
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) for name, each in times.items()}


def main():
    folder = tempfile.mkdtemp()
    os.environ.update(HOME=folder, XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
    with open(folder + "/form.json", "w") as file:
        json.dump(form(("shared", "own0", "own1")), file)
    try:
        with Cluster(1) as cluster:
            measure(Member(cluster), folder)
    finally:
        shutil.rmtree(folder)


def measure(member, folder):
    cases = [(count, delay) for count in (10, 10_000) for delay in (0, DELAY)]
    columns = [commands(member, folder, count, delay) for count, delay in cases]
    print("| command | " + " | ".join(f"{count} settings" + (f", {delay * 1000:.0f} ms away" if delay else "") for count, delay in cases) + " |")
    print("|---" * (len(cases) + 1) + "|")
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(f"{column[name] * 1000:.0f} ms" for column in columns) + " |")
    print()
    for size in (1_000, 10_000, 100_000):
        document = "{\n  // " + "x" * size + "\n}\n"
        header = json.dumps({"kind": "apply", "time": 1732365000000, "author": "root", "revision": "0" * 32,
                             "changes": [{"path": "own0", "title": "own0", "kind": "replace", "old": 1, "new": 2}]})
        bare = sum(bare_transactions(member, document, header)) / APPLIES
        member.call("/v3/kv/deleterange", {"key": encoded("bare/"), "range_end": encoded("bare0")})
        apply = applies(member, folder, document) / APPLIES
        member.call("/v3/kv/deleterange", {"key": encoded("applies/"), "range_end": encoded("applies0")})
        print(f"document of {size} bytes: bare transaction {bare * 1000:.2f} ms, apply {apply * 1000:.2f} ms: "
              f"{apply / bare:.2f} times")
    times = watchers(member, folder)
    print(f"{WATCHERS} watching processes report a change after {times[len(times) // 2] * 1000:.1f} ms (median), "
          f"{times[len(times) * 99 // 100] * 1000:.1f} ms (99 %), {times[-1] * 1000:.1f} ms (the last of ten rounds)")


main()
