"""Runs a program in its own pseudo-terminal, and measures the time and the bytes of its answers."""
import fcntl, glob, os, select, signal, struct, termios, time


class Screen:
    """Runs a program in a terminal; the clock starts just before the program does."""

    QUIET = 0.06  # an answer has ended when no output has followed for this many seconds

    def __init__(self, command, environment, folder, columns=120, rows=40):
        self.written = b""
        self.terminal, program_end = os.openpty()
        fcntl.ioctl(program_end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        # The first terminal that a new session opens controls it.
        streams = [(os.POSIX_SPAWN_OPEN, 0, os.ttyname(program_end), os.O_RDWR, 0)]
        streams += [(os.POSIX_SPAWN_DUP2, 0, stream) for stream in (1, 2)]
        own_folder = os.getcwd()
        os.chdir(folder)
        self.start = time.perf_counter()
        # A fork would copy the page tables of this process, which takes up to a tenth of the time to the first frame.
        self.process = os.posix_spawn(command[0], command, environment, file_actions=streams, setsid=True)
        os.chdir(own_folder)
        os.close(program_end)

    def read(self, timeout):
        """Returns the output within the time limit, and its time; no time if there is no output or the program has ended."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return b"", None
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            return b"", None
        self.written += data
        return data, time.perf_counter()

    def answer(self, since, marker=None, timeout=60):
        """Reads until the marker has arrived and no output follows; returns the seconds to the last byte, and the bytes."""
        data, last = b"", since
        deadline = since + timeout
        while True:
            is_complete = marker in data if marker else bool(data)
            chunk, at = self.read(self.QUIET if is_complete else max(0, deadline - time.perf_counter()))
            if at is None:
                if not is_complete:
                    raise RuntimeError(f"no answer within {timeout} s; the screen got: {self.written[-2000:]!r}")
                return last - since, data
            data, last = data + chunk, at

    def first_frame(self, marker):
        return self.answer(self.start, marker)[0]

    def press(self, keys):
        """Sends keys; returns the seconds to the end of the answer, and its bytes."""
        since = time.perf_counter()
        os.write(self.terminal, keys)
        return self.answer(since)

    def cpu(self):
        """Returns the processor time of all threads so far, in seconds."""
        return sum(self._run_time(path) for path in glob.glob(f"/proc/{self.process}/task/*/schedstat")) / 1e9

    @staticmethod
    def _run_time(path):
        try:
            with open(path) as file:
                return int(file.read().split()[0])
        except OSError:  # the thread has just ended
            return 0

    def memory(self):
        """Returns the current resident memory, in bytes."""
        with open(f"/proc/{self.process}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:")) * 1024

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)
