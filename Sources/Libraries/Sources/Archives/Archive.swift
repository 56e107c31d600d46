internal import CZip

/// A zip archive that is read; what could exhaust memory or leave a folder is refused before anything is unpacked.
@safe public final class Archive {
    /// How much of an archive is taken.
    public struct Limits: Sendable {
        /// The most files and folders.
        public var entries = 10_000
        /// The most bytes of all files together, unpacked.
        public var bytes = 1 << 30
        /// How many times larger than packed a file may be, where it has more than a mebibyte.
        public var ratio = 1_000

        /// Limits that most archives keep.
        public init() {}
    }

    /// A file in an archive.
    public struct Entry: Sendable, Equatable {
        /// Its path, with slashes.
        public let name: String
        /// How many bytes it has unpacked.
        public let size: Int
        let index: UInt64
    }

    /// The files, in the order in which they lie there; folders are left out.
    public let entries: [Entry]
    private let handle: OpaquePointer
    /// The archive's bytes, which libzip reads for as long as it is open.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Opens an archive and looks at the names and sizes of everything in it.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ArchiveProblem) {
        guard !bytes.isEmpty else { throw .damaged("it is empty") }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
        _ = unsafe copy.initialize(from: bytes)
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        let count = UInt64(Self.end(of: bytes))
        guard let source = unsafe zip_source_buffer_create(copy.baseAddress, count, 0, &error) else {
            unsafe copy.deallocate()
            throw unsafe ArchiveProblem(&error)
        }
        guard let handle = unsafe zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error) else {
            unsafe zip_source_free(source)
            unsafe copy.deallocate()
            throw unsafe ArchiveProblem(&error)
        }
        do throws(ArchiveProblem) { entries = try unsafe Self.entries(of: handle, limits) } catch {
            unsafe zip_discard(handle)
            unsafe copy.deallocate()
            throw error
        }
        unsafe (self.handle, self.bytes) = (handle, copy)
    }

    /// Where an archive ends in bytes to which a server may have appended something, such as a page of its own.
    private static func end(of bytes: [UInt8]) -> Int {
        for place in stride(from: bytes.count - 22, through: max(0, bytes.count - 100_000), by: -1)
        where bytes[place] == 0x50 && bytes[place...].starts(with: [0x50, 0x4B, 5, 6]) {
            return min(bytes.count, place + 22 + Int(bytes[place + 20]) + Int(bytes[place + 21]) << 8)
        }
        return bytes.count
    }

    deinit {
        unsafe zip_discard(handle)
        unsafe bytes.deallocate()
    }

    private static func entries(of handle: OpaquePointer, _ limits: Limits) throws(ArchiveProblem) -> [Entry] {
        let count = unsafe zip_get_num_entries(handle, 0)
        guard count <= limits.entries else { throw .tooManyEntries(most: limits.entries) }
        var (entries, names, sum) = ([Entry](), Set<String>(), 0)
        for index in 0..<UInt64(max(0, count)) {
            var facts = unsafe zip_stat_t()
            unsafe zip_stat_init(&facts)
            guard unsafe zip_stat_index(handle, index, 0, &facts) == 0, let text = unsafe facts.name else {
                throw .damaged("an entry can't be read")
            }
            let name = unsafe String(cString: text)
            guard isHarmless(name) else { throw .name(String(name.prefix(100))) }
            guard !name.hasSuffix("/") else { continue }
            guard names.insert(name).inserted else { throw .twice(name) }
            let (size, packed) = unsafe (Int(clamping: facts.size), Int(clamping: facts.comp_size))
            guard unsafe facts.encryption_method == ZIP_EM_NONE else { throw .encrypted(name) }
            guard size <= limits.bytes - sum else { throw .tooLarge(most: limits.bytes) }
            guard size <= 1 << 20 || size / max(1, packed) <= limits.ratio else {
                throw .bomb(name)
            }
            sum += size
            entries.append(Entry(name: name, size: size, index: index))
        }
        return entries
    }

    /// Whether a name stays below the folder that it is unpacked into.
    private static func isHarmless(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return 1...1_024 ~= name.utf8.count && !name.hasPrefix("/") && !parts.contains("..")
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\\" && $0 != ":" }
    }

    /// The bytes of a file, whose checksum fits.
    public func bytes(of entry: Entry) throws(ArchiveProblem) -> [UInt8] {
        guard let file = unsafe zip_fopen_index(handle, entry.index, 0) else {
            throw unsafe ArchiveProblem(zip_get_error(handle))
        }
        defer { unsafe zip_fclose(file) }
        var count = 0
        // One more byte than there should be, so that a file which says that it is smaller is found out.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: entry.size + 1) { buffer, filled in
            while count <= entry.size {
                let read = unsafe zip_fread(
                    file, buffer.baseAddress.map { unsafe $0 + count }, UInt64(entry.size + 1 - count))
                guard read > 0 else {
                    if read < 0 { count = -1 }
                    break
                }
                count += Int(read)
            }
            filled = max(0, count)
        }
        guard count >= 0 else { throw unsafe ArchiveProblem(zip_file_get_error(file)) }
        guard count == entry.size else { throw .damaged("\(entry.name) has another size than it says") }
        return bytes
    }
}
