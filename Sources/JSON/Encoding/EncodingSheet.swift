@_spi(Hosting) internal import FeatureKit

/// What all encoders of one value write on, from the front to the back.
///
/// `Encoder` allows more than that: going back to a container that is complete, or giving a member twice. Where a type
/// does so the sheet is spoiled, and the value is written once more by way of a tree.
final class EncodingSheet {
    private var page = EncodingPage()
    /// How many values are being written, each within the one before.
    private var depth = 0

    /// `body` never calls out, so that no two edits meet.
    @inline(__always)
    func edit<Result>(_ body: (inout EncodingPage) throws -> Result) rethrows -> Result { try body(&page) }

    /// Writes a value through its own `Encodable`.
    func nest<T: Encodable>(_ value: T) throws {
        if T.self == Duration.self || T.self == Value.self { return plain(value) }
        let place = edit { $0.open(.pending) }
        depth += 1
        defer { depth -= 1 }
        do {
            try DataDepth.check(depth)
            try value.encode(to: SheetEncoder(sheet: self, place: place))
        } catch {
            // Its author may catch it and go on, and what was written so far must not count.
            edit { $0.spoil() }
            throw error
        }
        edit { $0.close(place) }
    }

    // Apart from the way that all others go, since the casts ask the runtime for types.
    @inline(never)
    private func plain(_ value: any Encodable) {
        switch value {
        case let duration as Duration: edit { $0.writer.write(DurationText.print(duration)) }
        case let value as Value: edit { $0.writer.write(value) }
        default: edit { $0.spoil() }
        }
    }
}
