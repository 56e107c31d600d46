internal import CRE2

/// A regular expression of RE2, which matches in linear time for every pattern and text.
///
/// It is immutable, and any number of threads may use it at once.
@safe
final class Pattern: @unchecked Sendable {
    // Unchecked: the compiled pattern behind the pointer is immutable, and RE2 locks its own cache.
    /// The pattern as an evaluation uses it; valid only while the pattern itself is kept.
    @safe
    struct Handle: BitwiseCopyable, @unchecked Sendable {
        fileprivate let pointer: OpaquePointer

        /// Whether the pattern is found anywhere in a text.
        func finds(in text: TextRun) -> Bool {
            unsafe text.bytes.withMemoryRebound(to: CChar.self) {
                unsafe flagstand_re2_finds(pointer, $0.baseAddress, $0.count)
            }
        }
    }

    /// The longest pattern, in bytes.
    static let longest = 4_096
    /// What one pattern may hold in memory, its states among it.
    static let mostMemory: Int64 = 1 << 20

    let handle: Handle

    /// Makes a pattern; the error is RE2's own sentence.
    init(_ text: String, ignoringCase: Bool) throws(Malformed) {
        let made = unsafe flagstand_re2_new(text, text.utf8.count, ignoringCase, Self.mostMemory)
        guard let pointer = unsafe made else { throw Malformed(reason: "there is no memory for it") }
        unsafe handle = Handle(pointer: pointer)
        if let error = unsafe flagstand_re2_error(pointer) { throw unsafe Malformed(reason: String(cString: error)) }
    }

    deinit { unsafe flagstand_re2_delete(handle.pointer) }

    /// Why a text is no pattern.
    struct Malformed: Error {
        let reason: String
    }
}
