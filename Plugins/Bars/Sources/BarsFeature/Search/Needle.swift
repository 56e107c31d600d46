internal import FeatureKit

/// A part of a name that somebody looks for, folded as the names are.
struct Needle: Sendable {
    /// Never empty.
    let bytes: [UInt8]

    init?(_ text: String) {
        bytes = Array(text.folded.utf8)
        guard !bytes.isEmpty else { return nil }
    }

    /// Where it occurs first, at or behind a place.
    ///
    /// Sixteen places at a time are held against its first and its last byte, and only where both fit the rest is looked at.
    func first(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let last = bytes.count - 1
        let (head, tail) = (SIMD16(repeating: bytes[0]), SIMD16(repeating: bytes[last]))
        var place = start
        while place + last + 16 <= text.count {
            let fits =
                unsafe text.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) .== head
                .& (text.loadUnaligned(fromByteOffset: place + last, as: SIMD16<UInt8>.self) .== tail)
            // One byte for each place, with all bits where both fit.
            let words = unsafe unsafeBitCast(fits, to: SIMD2<UInt64>.self)
            for half in 0..<2 {
                var word = words[half]
                while word != 0 {
                    let lane = word.trailingZeroBitCount / 8
                    let found = place + half * 8 + lane
                    if unsafe stands(in: text, at: found) { return found }
                    word &= ~(0xFF << UInt64(lane * 8))
                }
            }
            place += 16
        }
        while place + last < text.count {
            if unsafe stands(in: text, at: place) { return place }
            place += 1
        }
        return nil
    }

    private func stands(in text: UnsafeRawBufferPointer, at place: Int) -> Bool {
        for index in bytes.indices where unsafe text[place + index] != bytes[index] { return false }
        return true
    }
}
