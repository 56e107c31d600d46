internal import Glibc

/// What tells threads apart.
enum ThreadNumber {
    /// The calling thread's, never 0.
    @inline(__always)
    static var current: UInt { UInt(pthread_self()) }
}
