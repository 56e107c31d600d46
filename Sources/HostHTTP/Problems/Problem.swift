package import FeatureKit
package import HTTPServer

/// A refusal in the format of RFC 9457.
package struct Problem: Error, Sendable, Equatable {
    /// One of several things that are wrong with a request.
    package struct Detail: Sendable, Equatable {
        /// Where in its part of the request.
        package let path: ValuePath
        /// Which part: `path`, `query`, `body` or `header`.
        package let part: String
        package let message: String

        package init(path: ValuePath, part: String, message: String) {
            self.path = path
            self.part = part
            self.message = message
        }
    }

    package let status: Status
    /// What programs decide by.
    package let code: String
    /// What people read.
    package let detail: String
    package var errors: [Detail]
    /// Fields that belong to it, such as `Allow` and `Retry-After`.
    package var fields: Fields
    /// Further members for programs, such as what is wrong with a configuration.
    package var members = Members()
    /// Whether the change was made nevertheless, so that it must not be made again.
    package var wasDone = false

    package init(_ status: Int, _ code: String, _ detail: String, errors: [Detail] = [], fields: Fields = Fields()) {
        self.status = Status(status)
        self.code = code
        self.detail = detail
        self.errors = errors
        self.fields = fields
    }
}
