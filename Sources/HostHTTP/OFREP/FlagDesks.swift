import HTTPServer

/// The desks of one server, one for each of its loops.
struct FlagDesks: Sendable {
    private let all: [FlagDesk]

    init(loops: Int, _ make: () -> FlagDesk) { all = (0..<max(1, loops)).map { _ in make() } }

    /// That of an exchange's loop.
    subscript(_ exchange: any Exchange) -> FlagDesk { all[Int(UInt(bitPattern: exchange.loop)) % all.count] }
}
