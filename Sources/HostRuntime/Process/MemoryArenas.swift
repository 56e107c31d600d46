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
}
