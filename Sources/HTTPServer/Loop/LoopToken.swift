/// What a descriptor is registered as with a loop's epoll.
///
/// A connection's place in the table is used again and again; its generation tells a late report about the one that
/// was there before from one about the one that is there now.
struct LoopToken: Hashable {
    let number: UInt64

    /// The loop's own wake-up.
    static let wake = LoopToken(number: 0)

    /// One of the places where the loop accepts.
    static func listener(_ index: Int) -> LoopToken { LoopToken(number: UInt64(truncatingIfNeeded: index) &+ 1) }

    /// A connection; its generation is never 0.
    static func connection(slot: Int, generation: UInt32) -> LoopToken {
        LoopToken(number: UInt64(generation) << 32 | UInt64(UInt32(truncatingIfNeeded: slot)))
    }

    var generation: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }

    /// Where a connection stands in the table.
    var slot: Int { Int(UInt32(truncatingIfNeeded: number)) }

    /// Which listener it is, where the generation is 0.
    var listener: Int { slot &- 1 }
}
