internal import CLinux
internal import Glibc

/// Where the allocator takes memory from.
package enum MemoryArenas {
    /// Gives the allocator one arena for each processor.
    ///
    /// Left alone it gives nearly every thread one of its own, and what was freed there is of no use to the others. A host
    /// has many threads, few of which work at a time; with shared arenas it stays smaller and stops growing sooner.
    package static func share() {
        _ = mallopt(M_ARENA_MAX, Int32(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// So large a document leaves enough behind to be worth the while: what is read of it takes twenty times its size.
    package static let leastWorthwhile = 256 * 1024

    /// Gives what was freed back to the system, after a document of so many bytes has taken another one's place.
    ///
    /// The allocator keeps freed memory between what lives on; without this a host stays as large as it was while both
    /// documents were there, and by chance larger. It takes some milliseconds, so that small documents are let be.
    package static func giveBack(afterReading bytes: Int) {
        guard bytes >= leastWorthwhile else { return }
        _ = malloc_trim(0)
    }
}
