internal import Glibc
internal import HostSystem

/// Reads files of the audit piece by piece, never all of one.
struct AuditBytes {
    let file: Descriptor
    let path: String
    /// No record is longer.
    var record = AuditLimits.record
    /// How much is read at once.
    var chunk = AuditLimits.chunk

    /// Opens a file to read it; nil where there is none of that name.
    static func open(_ path: String) throws(AuditProblem) -> AuditBytes? {
        do throws(SystemError) {
            return AuditBytes(
                file: try Descriptor { unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }, path: path)
        } catch {
            guard error.code == ENOENT else { throw .unreadable(path: path, because: error) }
            return nil
        }
    }

    /// How many bytes it holds, and under how many names it can be found.
    func standing() throws(AuditProblem) -> (count: Int, names: Int) {
        var found = stat()
        do throws(SystemError) { try SystemError.check { unsafe fstat(file.number, &found) } } catch {
            throw .unreadable(path: path, because: error)
        }
        return (Int(found.st_size), Int(found.st_nlink))
    }

    /// How many bytes of it may be read: so many as are known, or all.
    func count(known: Int?) throws(AuditProblem) -> Int {
        if let known { return known }
        return try standing().count
    }

    /// Its bytes from a place on; fewer than asked for at its end.
    func read(at offset: Int, most: Int) throws(AuditProblem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        var held = 0
        while held < most {
            do throws(SystemError) {
                let count = try SystemError.check {
                    unsafe bytes[held...].withUnsafeMutableBytes {
                        unsafe pread(file.number, $0.baseAddress, $0.count, off_t(offset + held))
                    }
                }
                guard count > 0 else { break }
                held += count
            } catch { throw .unreadable(path: path, because: error) }
        }
        return Array(bytes[..<held])
    }

    /// A line as it lies there.
    enum Line {
        case whole(ArraySlice<UInt8>)
        /// Longer than any record is.
        case tooLong
        /// What follows the last line's end.
        case rest(from: Int, ArraySlice<UInt8>)
    }

    /// Hands over line by line from the start on.
    ///
    /// - Parameter count: Where to end.
    func forEachLine(upTo count: Int, _ take: (Line) throws(AuditProblem) -> Void) throws(AuditProblem) {
        var (offset, held) = (0, ArraySlice<UInt8>())
        var isTooLong = false
        while offset < count {
            let bytes = try read(at: offset, most: min(chunk, count - offset))
            guard !bytes.isEmpty else { break }
            offset += bytes.count
            held += bytes
            while let end = held.firstIndex(of: UInt8(ascii: "\n")) {
                if isTooLong { try take(.tooLong) } else { try take(.whole(held[..<end])) }
                isTooLong = false
                held = held[(end + 1)...]
            }
            if held.count > record {
                isTooLong = true
                held = []
            }
            held = ArraySlice(Array(held))
        }
        if isTooLong { return try take(.tooLong) }
        if !held.isEmpty { try take(.rest(from: offset - held.count, held)) }
    }

    /// Hands over line by line from the end on, until that is enough.
    ///
    /// - Parameters:
    ///   - count: Where to begin; what follows the last line's end before it is left out.
    ///   - take: Says whether to go on.
    /// - Returns: How many bytes were read.
    @discardableResult
    func forEachLineBackwards(
        from count: Int, _ take: (ArraySlice<UInt8>) throws(AuditProblem) -> Bool
    ) throws(AuditProblem) -> Int {
        var (offset, held) = (count, [UInt8]())
        var (hasEnd, isTooLong) = (false, false)
        while offset > 0 {
            let size = min(chunk, offset)
            offset -= size
            held = try read(at: offset, most: size) + held
            var end = held.count
            while let newline = held[..<end].lastIndex(of: UInt8(ascii: "\n")) {
                let line = held[(newline + 1)..<end]
                if hasEnd, !isTooLong, !(try take(line)) { return count - offset }
                (hasEnd, isTooLong) = (true, false)
                end = newline
            }
            held = Array(held[..<end])
            if held.count > record {
                isTooLong = true
                held = []
            }
        }
        if hasEnd, !isTooLong, !held.isEmpty { _ = try take(held[...]) }
        return count
    }
}
