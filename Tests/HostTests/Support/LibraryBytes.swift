import Foundation
import Testing

/// The bytes of built libraries, and damage done to them.
enum LibraryBytes {
    /// A built-in feature's library.
    static func built(_ feature: String) throws -> Data {
        try Data(contentsOf: URL(filePath: Built.library(of: feature)))
    }
}

extension Data {
    /// The same with another text everywhere instead of this one; both have the same length.
    func replacing(
        _ old: String, by new: String, at place: SourceLocation = #_sourceLocation
    ) throws -> Data {
        let (old, new) = (Data(old.utf8), Data(new.utf8))
        try #require(old.count == new.count, sourceLocation: place)
        var copy = self
        var isFound = false
        while let range = copy.range(of: old) {
            copy.replaceSubrange(range, with: new)
            isFound = true
        }
        try #require(isFound, "the library does not hold that text", sourceLocation: place)
        return copy
    }

    /// The same with other bytes from an offset on.
    func overwriting(_ offset: Int, with bytes: [UInt8]) -> Data {
        var copy = self
        copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return copy
    }

    /// The same with a stamp that says something else.
    func stamped(
        major: UInt8? = nil, minor: UInt8? = nil, compiler: String? = nil, at place: SourceLocation = #_sourceLocation
    ) throws -> Data {
        let start = try #require(range(of: Data("flagstnd".utf8)), "there is no stamp", sourceLocation: place)
            .lowerBound
        var copy = self
        if let major { copy = copy.overwriting(start + 8, with: [major]) }
        if let minor { copy = copy.overwriting(start + 12, with: [minor]) }
        if let compiler {
            copy = copy.overwriting(
                start + 16, with: Array(compiler.utf8) + [UInt8](repeating: 0, count: 32 - compiler.utf8.count))
        }
        return copy
    }
}
