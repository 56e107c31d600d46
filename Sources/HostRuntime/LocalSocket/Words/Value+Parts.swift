internal import FeatureKit

/// Parts of what a host answers, as texts; what is not as it should be is shown as it is.
extension Value {
    /// The text of a member; nil where there is none.
    func text(_ name: String) -> String? {
        switch self[name] {
        case nil, .null?: nil
        case .text(let text)?: text
        case let other?: other.json
        }
    }

    /// The elements of a member that is a list.
    func list(_ name: String) -> [Value] {
        guard case .list(let list)? = self[name] else { return [] }
        return list
    }

    /// The texts of a member that is a list of them.
    func texts(_ name: String) -> [String] {
        list(name).map { if case .text(let text) = $0 { text } else { $0.json } }
    }
}

extension String {
    /// A time without fractions of a second, which nobody reads in a table.
    var timeToTheSecond: String { firstIndex(of: ".").map { self[..<$0] + "Z" } ?? self }
}
