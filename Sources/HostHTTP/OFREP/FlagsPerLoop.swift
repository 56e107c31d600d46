import HTTPServer

/// The OFREP state of one server, one for each of its loops.
struct FlagsPerLoop: Sendable {
    private let all: [LoopFlags]

    init(loops: Int, _ make: () -> LoopFlags) { all = (0..<max(1, loops)).map { _ in make() } }

    /// The state of an exchange's loop.
    subscript(_ exchange: any Exchange) -> LoopFlags { all[Int(UInt(bitPattern: exchange.loop)) % all.count] }
}
