internal import CZip
internal import Glibc

/// Writes zip archives; the same files make the same bytes.
public enum ArchiveWriter {
    /// The most bytes of all files together.
    public static let mostBytes = 512 << 20

    /// A file to pack.
    public struct File: Sendable {
        /// Its path, with slashes.
        public var name: String
        /// What is in it.
        public var bytes: [UInt8]
        /// Whether it is packed already, as sounds and pictures are, so that nothing would be won.
        public var isPacked: Bool

        /// Describes a file.
        public init(_ name: String, _ bytes: [UInt8], isPacked: Bool = false) {
            (self.name, self.bytes, self.isPacked) = (name, bytes, isPacked)
        }
    }

    /// The bytes of an archive with files, in their order.
    public static func bytes(of files: [File]) throws(ArchiveProblem) -> [UInt8] {
        guard files.reduce(0, { $0 + $1.bytes.count }) <= mostBytes else { throw .tooLarge(most: mostBytes) }
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        guard let target = unsafe zip_source_buffer_create(nil, 0, 0, &error) else {
            throw unsafe ArchiveProblem(&error)
        }
        unsafe zip_source_keep(target)
        defer { unsafe zip_source_free(target) }
        guard let archive = unsafe zip_open_from_source(target, ZIP_TRUNCATE, &error) else {
            unsafe zip_source_free(target)
            throw unsafe ArchiveProblem(&error)
        }
        for file in files {
            do throws(ArchiveProblem) { try unsafe add(file, to: archive) } catch {
                unsafe zip_discard(archive)
                throw error
            }
        }
        guard unsafe zip_close(archive) == 0 else {
            let problem = unsafe ArchiveProblem(zip_get_error(archive))
            unsafe zip_discard(archive)
            throw problem
        }
        return try unsafe read(target)
    }

    private static func add(_ file: File, to archive: OpaquePointer) throws(ArchiveProblem) {
        // libzip reads the bytes when the archive is closed, and then frees them, unless there are none.
        var copy: UnsafeMutableRawPointer?
        if !file.bytes.isEmpty {
            unsafe copy = malloc(file.bytes.count)
            guard let copy = unsafe copy else { throw .damaged("there is not enough memory") }
            unsafe file.bytes.withUnsafeBytes { bytes in
                if let start = bytes.baseAddress { unsafe memcpy(copy, start, bytes.count) }
            }
        }
        guard let source = unsafe zip_source_buffer(archive, copy, UInt64(file.bytes.count), 1) else {
            unsafe free(copy)
            throw unsafe ArchiveProblem(zip_get_error(archive))
        }
        let index = unsafe zip_file_add(archive, file.name, source, UInt32(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            unsafe zip_source_free(source)
            throw unsafe ArchiveProblem(zip_get_error(archive))
        }
        let method = file.isPacked ? ZIP_CM_STORE : ZIP_CM_DEFLATE
        // The level that zlib takes itself; libzip would take the slowest.
        unsafe zip_set_file_compression(archive, UInt64(index), method, 6)
        // The first of January 1980, at which zip's time begins.
        unsafe zip_file_set_dostime(archive, UInt64(index), 0, 0x21, 0)
    }

    private static func read(_ source: OpaquePointer) throws(ArchiveProblem) -> [UInt8] {
        guard unsafe zip_source_open(source) == 0 else { throw unsafe ArchiveProblem(zip_source_error(source)) }
        defer { unsafe zip_source_close(source) }
        unsafe zip_source_seek(source, 0, SEEK_END)
        let size = Int(unsafe zip_source_tell(source))
        unsafe zip_source_seek(source, 0, SEEK_SET)
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, filled in
            while count < size {
                let read = unsafe zip_source_read(
                    source, buffer.baseAddress.map { unsafe $0 + count }, UInt64(size - count))
                guard read > 0 else { break }
                count += Int(read)
            }
            filled = count
        }
        guard size > 0, count == size else { throw .damaged("what was written can't be read") }
        return bytes
    }
}
