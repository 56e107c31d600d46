internal import Glibc

/// What a worker's process does: opens one library, says what is in it, and runs its feature until it is told to stop or
/// the host has gone.
package enum WorkerMain {
    package static func run() -> Never { exit(2) }
}
