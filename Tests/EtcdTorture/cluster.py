"""Members of etcd on this machine, and the ways to them, which can be slow, stalled or cut."""

import asyncio
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time


def free_port():
    """Returns a port that no process listens on, below the ports that the system gives to outgoing connections."""
    while True:
        port = random.randrange(18_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


class Way:
    """A way from a client to a member: a port whose connections are passed on.

    A delay is that of a round trip, also of the one that opens a connection. While the way is stalled, connections stay open and nothing
    passes. While it is cut, there are no connections.
    """

    def __init__(self, network, target):
        self.port, self.target, self.delay, self.connections = free_port(), target, 0.0, set()
        self.network, self.is_cut = network, False
        network.call(self.listen())

    async def listen(self):
        self.flows = asyncio.Event()
        self.flows.set()
        await asyncio.start_server(self.connect, "127.0.0.1", self.port)

    async def connect(self, reader, writer):
        try:
            if self.is_cut:
                raise ConnectionError
            await asyncio.sleep(self.delay)
            back, forth = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.transport.abort()
        ends = {writer, forth}
        self.connections |= ends
        try:
            await asyncio.gather(self.carry(reader, forth), self.carry(back, writer))
        except OSError:
            pass
        for end in ends:
            end.transport.abort()
        self.connections -= ends

    async def carry(self, reader, writer):
        """Passes on what is read, each part after half the delay."""
        parts, loop = asyncio.Queue(), asyncio.get_running_loop()

        async def deliver():
            while True:
                when, part = await parts.get()
                await asyncio.sleep(max(0, when - loop.time()))
                await self.flows.wait()
                if not part:
                    return writer.write_eof()
                writer.write(part)
                await writer.drain()
        delivery = asyncio.create_task(deliver())
        part = b"-"
        while part:
            part = await reader.read(1 << 16)
            parts.put_nowait((loop.time() + self.delay / 2, part))
        await delivery

    def stall(self):
        self.network.loop.call_soon_threadsafe(self.flows.clear)

    def cut(self):
        self.is_cut = True

        def abort():
            for end in self.connections:
                end.transport.abort()
        self.network.loop.call_soon_threadsafe(abort)

    def mend(self):
        self.is_cut, self.delay = False, 0.0
        self.network.loop.call_soon_threadsafe(self.flows.set)


class Network:
    """The thread that carries what passes the ways."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda *_: None)
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()


class Program:
    """A program that runs until it is ended. It also ends with this process, even if that is killed."""

    # The keeper ends after the program, with its status; the program's ports and files are free again then.
    KEEPER = """
        output=$1; shift
        "$@" </dev/null >>"$output" 2>&1 & program=$!
        exec 3<&0; (read -r _ <&3; kill -9 $program) & end=$!
        echo $program; exec >&-; wait $program; status=$?; kill $end; exit $status"""

    def __init__(self, command, output=os.devnull, prefix=()):
        self.keeper = subprocess.Popen([*prefix, "/bin/sh", "-c", self.KEEPER, "sh", output, *command], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        self.id = int(self.keeper.stdout.readline())

    def signal(self, number):
        if self.keeper.poll() is None:
            os.kill(self.id, number)

    def wait(self):
        return self.keeper.wait()

    def kill(self):
        self.keeper.stdin.close()
        return self.wait()


class Cluster:
    """Members of etcd with their data in a temporary folder. Use it in a `with` statement, which ends them."""

    def __init__(self, count=3, prefix=(), host="127.0.0.1"):
        self.folder = tempfile.mkdtemp(prefix="settings-cluster-")
        self.prefix, self.host = prefix, host
        self.clients, self.peers = [free_port() for _ in range(count)], [free_port() for _ in range(count)]
        self.members = [None] * count

    def __enter__(self):
        for member in range(len(self.members)):
            self.start(member)
        while self.etcdctl("put", "ready", "1") is None:
            time.sleep(0.05)
        return self

    def __exit__(self, *_):
        for member in filter(None, self.members):
            member.kill()
        shutil.rmtree(self.folder)

    @property
    def endpoints(self):
        return [f"{self.host}:{port}" for port in self.clients]

    def start(self, number):
        """Starts a member, or starts it again on its data, and waits until it listens."""
        name, url, peer = f"m{number}", f"http://{self.endpoints[number]}", f"http://127.0.0.1:{self.peers[number]}"
        others = ",".join(f"m{n}=http://127.0.0.1:{port}" for n, port in enumerate(self.peers))
        while True:
            self.members[number] = Program(
                ["etcd", "--name", name, "--data-dir", f"{self.folder}/{name}", "--listen-client-urls", url, "--advertise-client-urls", url,
                 "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", others,
                 "--heartbeat-interval", "50", "--election-timeout", "500", "--logger", "zap"], f"{self.folder}/{name}.log", self.prefix)
            for _ in range(200):
                with socket.socket() as probe:
                    if self.prefix or probe.connect_ex((self.host, self.clients[number])) == 0:
                        return
                time.sleep(0.05)
            # Its port was taken by a connection of another process while it was down.
            self.members[number].kill()

    def kill(self, number):
        self.members[number].kill()

    def pause(self, number):
        self.members[number].signal(signal.SIGSTOP)

    def resume(self, number):
        self.members[number].signal(signal.SIGCONT)

    def etcdctl(self, *arguments, endpoints=None):
        """Runs etcd's own client; returns its output, or None if it fails."""
        result = subprocess.run(
            [*self.prefix, "etcdctl", "--endpoints", ",".join(endpoints or self.endpoints), *arguments], capture_output=True,
            env={**os.environ, "ETCDCTL_API": "3"})
        return None if result.returncode else result.stdout

    def messages(self, prefix):
        """Yields the messages of a watch on all changes that keys with a prefix have ever had. etcd keeps them until it is compacted."""
        watch = subprocess.Popen(
            [*self.prefix, "etcdctl", "--endpoints", ",".join(self.endpoints), "watch", "--rev", "1", "--prefix", "--write-out", "json", prefix],
            stdout=subprocess.PIPE, env={**os.environ, "ETCDCTL_API": "3"})
        try:
            for line in watch.stdout:
                yield json.loads(line)
        finally:
            watch.kill()
            watch.wait()
