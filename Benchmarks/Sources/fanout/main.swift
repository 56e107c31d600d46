import Glibc

// fanout READERS ROUNDS: prints the nanoseconds per delivery, or says what went wrong and ends with 1.

let arguments = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
guard arguments.count == 2, let readers = arguments.first, let rounds = arguments.last, readers > 0, rounds > 0 else {
    leave("usage: fanout READERS ROUNDS", code: 2)
}
let outcome = try await Fanout(readers: readers, rounds: rounds, warmUpRounds: rounds / 10 + 1).run()
guard outcome.isComplete, outcome.dropped == 0 else {
    leave("fanout: not every reader got every message once; \(outcome.dropped) dropped", code: 1)
}
print(outcome.nanosecondsPerDelivery)

func leave(_ text: String, code: Int32) -> Never {
    var line = text + "\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(code)
}
