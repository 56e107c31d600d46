import Glibc

struct CannotWrite: Error { var path: String }

func write(_ text: String, to path: String) throws {
    guard let file = unsafe fopen(path, "w") else { throw CannotWrite(path: path) }
    unsafe fputs(text, file)
    unsafe fclose(file)
}

/// The milliseconds that this program ran on a processor; others that run beside it don't count.
func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1e6
}

func exitWith(_ code: Int32) -> Never { exit(code) }
