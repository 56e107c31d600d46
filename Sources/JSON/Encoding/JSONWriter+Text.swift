@_spi(Hosting) internal import FeatureKit

extension JSONWriter {
    /// Writes a text in quotes, with the same escapes as `Value.json`, between what comes before and after it.
    ///
    /// - Returns: Nil where there was something to escape, else the fingerprint if it is a name.
    @inline(__always)
    mutating func quote(_ text: String, isName: Bool, after before: UInt8?, before after: UInt8?) -> UInt32? {
        let mark =
            unsafe text.utf8.withContiguousStorageIfAvailable { text -> UInt32? in
                guard unsafe TextBytes.needNoEscape(text) else { return nil }
                unsafe append(text, before, after)
                return isName ? unsafe TextBytes.fingerprint(of: text) : 0
            } ?? nil
        if mark == nil { escape(text, before, after) }
        return mark
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ before: UInt8?, _ after: UInt8?) {
        bytes.append(addingCapacity: text.count &+ 4) { out in
            if let before { out.append(before) }
            out.append(UInt8(ascii: "\""))
            unsafe out.withUnsafeMutableBufferPointer { out, count in
                guard let start = out.baseAddress, let first = text.baseAddress, out.count &- count >= text.count
                else { return }
                unsafe (start + count).initialize(from: first, count: text.count)
                count &+= text.count
            }
            out.append(UInt8(ascii: "\""))
            if let after { out.append(after) }
        }
    }

    @inline(never)
    private mutating func escape(_ text: String, _ before: UInt8?, _ after: UInt8?) {
        var quoted = ""
        Value.write(text, to: &quoted)
        if let before { bytes.append(before) }
        bytes += quoted.utf8
        if let after { bytes.append(after) }
    }
}
