internal import Glibc

/// A file descriptor that is closed when nobody holds it any more.
///
/// Code that may still use the number has to hold the descriptor, so that the number never means another file.
package final class Descriptor: Sendable {
    /// The descriptor's number.
    package let number: Int32

    /// Takes ownership of a descriptor.
    package init(owning number: Int32) { self.number = number }

    /// Takes ownership of the descriptor that a call opens.
    package convenience init(opening call: () -> Int32) throws(SystemError) {
        self.init(owning: try SystemError.check(call))
    }

    deinit { close(number) }
}
