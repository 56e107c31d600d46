/// How a body of a transaction has ended.
enum StoreVerdict: UInt8 {
    /// What it wrote is kept.
    case keep
    /// What it wrote is undone.
    case undo
    /// The worker does not wait for the transaction any more; this message is not answered.
    case giveUp
}

extension WireWriter {
    mutating func verdict(_ verdict: StoreVerdict, of session: UInt32) {
        number(session)
        byte(verdict.rawValue)
    }
}

extension WireReader {
    mutating func verdict() throws(WireError) -> StoreVerdict {
        let number = try byte()
        guard let verdict = StoreVerdict(rawValue: number) else {
            throw .malformed("\(number) is no end of a transaction")
        }
        return verdict
    }
}
