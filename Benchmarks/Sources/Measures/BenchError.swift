/// Why there is no figure.
package struct BenchError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    package static func system(_ call: String, _ code: Int32) -> BenchError { BenchError("\(call): errno \(code)") }

    package static func unreadable(_ path: String) -> BenchError { BenchError("can't read or write \(path)") }
}
