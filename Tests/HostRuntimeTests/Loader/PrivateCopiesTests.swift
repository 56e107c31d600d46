@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct PrivateCopiesTests {
    private let folder: TestFolder
    private let bytes = Array("not a library, but bytes".utf8)
    private var state: String { folder["state"] }

    init() throws { folder = try TestFolder() }

    @Test func isNamedByItsContent() throws {
        let path = try PrivateCopies(state: state).path(of: bytes)
        #expect(path == "\(state)/libraries/\(SHA256.hexDigest(of: bytes)).so")
        #expect(try LibraryFile.read(path) == bytes)
        #expect(try Folder.names(in: "\(state)/libraries", most: 10).names.count == 1)
    }

    @Test func aWholeCopyIsUsedAgain() throws {
        let path = try PrivateCopies(state: state).path(of: bytes)
        let first = try inode(of: path)
        #expect(try PrivateCopies(state: state).path(of: bytes) == path)
        #expect(try inode(of: path) == first)
    }

    @Test(arguments: ["not a library, but byt", "", "another content, same name"])
    func aTornCopyIsReplaced(torn: String) throws {
        let path = try PrivateCopies(state: state).path(of: bytes)
        try folder.write(String(path.dropFirst(folder.path.count + 1)), torn.utf8)
        #expect(try PrivateCopies(state: state).path(of: bytes) == path)
        #expect(try LibraryFile.read(path) == bytes)
    }

    /// Nobody may write to a mapped file, so a copy is a file of its own.
    @Test func overwritingTheOriginalChangesNoCopy() throws {
        let original = try folder.write("lib.so", bytes)
        let path = try PrivateCopies(state: state).path(of: try LibraryFile.read(original))
        try folder.write("lib.so", Array("overwritten".utf8))
        #expect(try LibraryFile.read(path) == bytes)
    }

    /// Nobody, not even root, makes folders in /sys.
    @Test func whereTheDiskHasNoPlaceMemoryHas() throws {
        let copies = PrivateCopies(state: "/sys/flagstand")
        let path = try copies.path(of: bytes)
        #expect(path.hasPrefix("/proc/self/fd/"))
        #expect(try LibraryFile.read(path) == bytes)
        #expect(try copies.path(of: bytes) == path)

        let other = try copies.path(of: Array("other bytes".utf8))
        #expect(other != path)
        #expect(try LibraryFile.read(path) == bytes)
    }

    @Test func onlyWhatMemoryHelpsAgainstFallsBack() {
        for code in [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM] {
            #expect(PrivateCopies.isNoPlace(SystemError(code: code)))
        }
        for code in [EIO, ENOTDIR, EMFILE, ENAMETOOLONG] { #expect(!PrivateCopies.isNoPlace(SystemError(code: code))) }
        #expect(throws: SystemError(code: ENOTDIR)) { try PrivateCopies(state: "/dev/null/state").path(of: bytes) }
    }

    @Test func othersAreRemovedAndOwnOnesStay() throws {
        try folder.write("state/libraries/new-AbCdEf", Array("left by a crash".utf8))
        let old = try PrivateCopies(state: state).path(of: Array("an older build".utf8))
        let copies = PrivateCopies(state: state)
        let path = try copies.path(of: bytes)
        copies.removeOthers()
        #expect(try Folder.names(in: "\(state)/libraries", most: 10).names.map { "\(state)/libraries/\($0)" } == [path])
        #expect(path != old)
    }

    @Test func manyAtOnceMakeOne() async throws {
        let copies = PrivateCopies(state: state)
        let paths = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<16 { group.addTask { try? copies.path(of: bytes) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(paths == ["\(state)/libraries/\(SHA256.hexDigest(of: bytes)).so"])
        #expect(try Folder.names(in: "\(state)/libraries", most: 10).names.count == 1)
    }

    private func inode(of path: String) throws -> ino_t {
        var about = stat()
        try SystemError.check { unsafe stat(path, &about) }
        return about.st_ino
    }
}
