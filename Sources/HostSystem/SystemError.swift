internal import Glibc

/// Why a call to the system failed, in the system's own words.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The value of `errno`.
    package let code: Int32

    /// Keeps an `errno`.
    package init(code: Int32) { self.code = code }

    /// What the system calls it: `No such file or directory`.
    package var description: String {
        var text = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(code, &text, text.count) == 0 else { return "error \(code)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a call that answers a negative number when it fails, again for as long as a signal interrupts it.
    @discardableResult
    package static func check<Number: SignedInteger>(_ call: () -> Number) throws(SystemError) -> Number {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            let code = errno
            if code != EINTR { throw SystemError(code: code) }
        }
    }
}
