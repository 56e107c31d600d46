import HTTPServer

/// The OFREP state of one server, one for each of its loops.
struct FlagDesks: Sendable {
    private let all: [FlagDesk]

    init(loops: Int, _ make: () -> FlagDesk) { all = (0..<max(1, loops)).map { _ in make() } }

    /// The state of an exchange's loop.
    subscript(_ exchange: any Exchange) -> FlagDesk { all[Int(UInt(bitPattern: exchange.loop)) % all.count] }
}
