@_spi(Hosting) internal import FeatureKit

/// The names of the columns that hold what indexes compare.
///
/// A name contains everything that determines the column's content: the field, the form of its keys and the value for
/// an absent field. So a column with the expected name holds valid keys, and any other has to be rebuilt.
enum ColumnName {
    static func key(_ column: CheckedCollection.Column, in shape: Shape) -> String {
        let version = column.kind == .folded ? "\(FoldedText.version)" : ""
        return "\(column.kind.rawValue)\(version):\(place(column.field.path, in: shape))"
    }

    static func parts(_ path: String, in shape: Shape) -> String {
        "parts\(FoldedText.version):\(place(path, in: shape))"
    }

    static func point(_ path: String, in shape: Shape) -> (lat: String, lon: String) {
        let place = place(path, in: shape)
        return ("lat:\(place)", "lon:\(place)")
    }

    private static func place(_ path: String, in shape: Shape) -> String {
        let defaults = defaults(along: path, in: shape)
        return escaped(path) + (defaults.isEmpty ? "" : "=" + SHA256.hexDigest(of: Array(defaults.utf8)).prefix(16))
    }

    /// SQLite does not tell capital letters from small ones, but fields do; and nothing has to be quoted but by its
    /// quotation marks.
    private static func escaped(_ path: String) -> String {
        path.unicodeScalars.reduce(into: "") { name, scalar in
            switch scalar {
            case "a"..."z", "0"..."9", ".", "_", "-": name.unicodeScalars.append(scalar)
            default: name += "^" + String(scalar.value, radix: 16) + "^"
            }
        }
    }

    /// What stands in for the field, or for what it lies in, and for the parts of a point.
    private static func defaults(along path: String, in shape: Shape) -> String {
        var shape = shape
        var defaults = ""
        func add(_ field: Field) {
            if let value = field.defaultValue { defaults += "\(field.name)=\(value.json);" }
        }
        for step in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard case .object(let fields) = shape.kind, let field = fields.first(where: { $0.name == step }) else {
                break
            }
            add(field)
            shape = field.shape
        }
        if case .object(let fields) = shape.kind { fields.forEach(add) }
        return defaults
    }
}
