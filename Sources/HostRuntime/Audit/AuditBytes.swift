internal import Glibc
internal import HostSystem

/// Reads a file of the audit log in chunks, never all of it at once.
struct AuditBytes {
    let file: Descriptor
    let path: String
    /// The longest record.
    var record = AuditLimits.record
    /// The bytes that are read at once.
    var chunk = AuditLimits.chunk

    /// Opens a file to read it; nil if there is none of that name.
    static func open(_ path: String) throws(AuditProblem) -> AuditBytes? {
        do throws(SystemError) {
            return AuditBytes(
                file: try Descriptor { unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }, path: path)
        } catch {
            guard error.code == ENOENT else { throw .unreadable(path: path, because: error) }
            return nil
        }
    }

    /// The size of the file, and how many names it has in the file system.
    func status() throws(AuditProblem) -> (count: Int, names: Int) {
        var found = stat()
        do throws(SystemError) { try SystemError.check { unsafe fstat(file.number, &found) } } catch {
            throw .unreadable(path: path, because: error)
        }
        return (Int(found.st_size), Int(found.st_nlink))
    }

    /// How many bytes of the file to read: `known`, or all.
    func count(known: Int?) throws(AuditProblem) -> Int {
        if let known { return known }
        return try status().count
    }

    /// Reads bytes from an offset on; fewer than asked for at the end of the file.
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

    /// A line of the file.
    enum Line {
        case whole(ArraySlice<UInt8>)
        /// Longer than any record may be.
        case tooLong
        /// What follows the last line break.
        case rest(from: Int, ArraySlice<UInt8>)
    }

    /// Passes each line to `take`, from the first on.
    ///
    /// - Parameter count: The offset at which to end.
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

    /// Passes each line to `take`, from the last on, until it returns false.
    ///
    /// - Parameters:
    ///   - count: The offset at which to begin; what follows the last line break before it is left out.
    ///   - take: Returns whether to go on.
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
