extension MutableSpan<UInt8> {
    /// Copies bytes to another place, also where the two overlap; what does not fit is left alone.
    mutating func move(_ source: Range<Int>, to target: Int) {
        guard source.lowerBound >= 0, source.upperBound <= count, target >= 0, target <= count - source.count,
            source.lowerBound != target, !source.isEmpty
        else { return }
        unsafe withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            // Both places lie inside, as was just checked.
            unsafe (base + target).copyMemory(from: base + source.lowerBound, byteCount: source.count)
        }
    }
}
