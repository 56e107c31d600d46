/// A request's method; an open set.
package struct Method: Sendable, Hashable, CustomStringConvertible {
    /// The method's name, as it is sent.
    package let description: String

    package static let get = Method("GET")
    package static let head = Method("HEAD")
    package static let post = Method("POST")
    package static let put = Method("PUT")
    package static let patch = Method("PATCH")
    package static let delete = Method("DELETE")
    package static let options = Method("OPTIONS")

    /// Names a method; names are told apart by case.
    package init(_ name: String) { description = name }
}
