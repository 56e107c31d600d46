internal import Glibc

/// A file descriptor that is closed when nobody holds it any more.
///
/// Whoever may still use the number holds the descriptor, so a number never means another file in between.
package final class Descriptor: Sendable {
    /// The number that the system knows it by.
    package let number: Int32

    /// Takes a descriptor over.
    package init(owning number: Int32) { self.number = number }

    /// Takes over what a call opens.
    package convenience init(opening call: () -> Int32) throws(SystemError) {
        self.init(owning: try SystemError.check(call))
    }

    deinit { close(number) }
}
