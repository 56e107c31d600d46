public import FeatureKit

/// Reads JSON that others wrote, as strictly as the host reads it: names once, UTF-8, no more than there is room for.
public enum JSONText {
    /// The first thing that keeps a text from being JSON.
    public struct Problem: Error, Sendable, Equatable {
        /// From 1.
        public let line: Int
        /// From 1, in Unicode's code points.
        public let column: Int
        /// What is wrong there.
        public let message: String
    }

    /// The text as plain data: whole numbers of 64 bits are `.integer`, other numbers `.number`.
    public static func value(of bytes: [UInt8]) throws(Problem) -> Value {
        do throws(JSONProblem) { return try Value(json: bytes) } catch {
            throw Problem(line: error.line, column: error.column, message: error.message)
        }
    }
}
