"""Runs the measurements of Benchmarks/Etcd/run. Its argument is the folder of the programs."""

import base64
import http.client
import json
import os
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PROGRAMS = sys.argv[1]
APPLIES = 300
WATCHERS = 100
FORM = {
    "x-form": 1,
    "type": "object", "title": "Numbers",
    "properties": {name: {"type": "integer", "title": name, "default": -1} for name in ("shared", "own0", "own1")},
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def encoded(data):
    return base64.b64encode(data if isinstance(data, bytes) else data.encode()).decode()


class Member:
    def __init__(self, folder):
        self.port = free_port()
        url, peer = f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{free_port()}"
        self.process = subprocess.Popen(
            ["etcd", "--data-dir", folder + "/data", "--listen-client-urls", url, "--advertise-client-urls", url,
             "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default=" + peer],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while subprocess.run(["etcdctl", "--endpoints", url, "put", "ready", "1"], capture_output=True,
                             env={**os.environ, "ETCDCTL_API": "3"}).returncode:
            time.sleep(0.1)
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


def main():
    folder = tempfile.mkdtemp()
    member = Member(folder)
    try:
        with open(folder + "/form.json", "w") as file:
            json.dump(FORM, file)
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
    finally:
        member.process.kill()
        member.process.wait()
        shutil.rmtree(folder)


main()
