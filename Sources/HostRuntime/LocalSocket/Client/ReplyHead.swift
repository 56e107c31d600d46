/// The beginning of an answer.
package struct ReplyHead: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        /// In lower case.
        package let name: String
        package let value: String
    }

    package let status: Int
    /// In order.
    package let fields: [Field]

    /// The first value of a field; its name in lower case.
    package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Every value of a field, in order; its name in lower case.
    package func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// What the body is, without parameters, in lower case.
    package var mediaType: String {
        let type = self["content-type"]?.prefix { $0 != ";" } ?? ""
        return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
}
