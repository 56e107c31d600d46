@_spi(Hosting) internal import FeatureKit

extension JSONWriter {
    /// Writes a text in quotes, with the same escapes as `Value.json`, between what comes before and after it.
    @inline(__always)
    mutating func quote(_ text: String, after before: UInt8?, before after: UInt8?) {
        let isWritten =
            unsafe text.utf8.withContiguousStorageIfAvailable { text in
                guard unsafe TextBytes.needNoEscape(text) else { return false }
                unsafe append(text, before, after)
                return true
            } ?? false
        if !isWritten { escape(text, before, after) }
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
