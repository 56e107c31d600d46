package import FeatureKit

/// A place at which two values differ.
package struct Difference: Sendable, Equatable {
    /// The names that lead to the place; positions in lists are counted from 0.
    package let path: [String]
    /// Nil where there was nothing.
    package let old: Value?
    /// Nil where there is nothing any more.
    package let new: Value?

    package init(_ path: [String], old: Value?, new: Value?) {
        self.path = path
        self.old = old
        self.new = new
    }
}

/// All differences of two values in the order of the old one, up to a limit.
package struct Differences: Sendable, Equatable {
    /// How many are listed by default; nobody reads more.
    package static let most = 1_000

    package private(set) var list: [Difference] = []
    /// How many more there are than are listed.
    package private(set) var dropped = 0
    private let most: Int

    package var isEmpty: Bool { list.isEmpty && dropped == 0 }

    /// Compares two values.
    ///
    /// Mappings are compared key by key, lists element by element; where each element of both lists is a mapping with a
    /// `key` or a `name` of its own, those with the same one are compared.
    ///
    /// - Parameter most: How many are listed.
    package init(from old: Value, to new: Value, most: Int = Self.most) {
        self.most = most
        compare(old, new, at: [])
    }

    private mutating func compare(_ old: Value, _ new: Value, at path: [String]) {
        switch (old, new) {
        case (.object(let old), .object(let new)): compare(old, new, at: path)
        case (.list(let prior), .list(let later)):
            for name in Self.names {
                guard let before = Self.keys(of: prior, name), let after = Self.keys(of: later, name) else { continue }
                return compare(prior, before, later, after, at: path)
            }
            for index in 0..<max(prior.count, later.count) {
                let here = path + ["\(index)"]
                if index >= prior.count {
                    add(here, nil, later[index])
                } else if index >= later.count {
                    add(here, prior[index], nil)
                } else {
                    compare(prior[index], later[index], at: here)
                }
            }
        case (.number(let old), .number(let new)) where old.isNaN && new.isNaN: break
        default: if old != new { add(path, old, new) }
        }
    }

    private mutating func compare(_ old: Members, _ new: Members, at path: [String]) {
        for (name, value) in old {
            if let other = new[name] {
                compare(value, other, at: path + [name])
            } else {
                add(path + [name], value, nil)
            }
        }
        for (name, value) in new where old[name] == nil { add(path + [name], nil, value) }
    }

    /// Compares elements by their names; another order is a difference of the list.
    private mutating func compare(
        _ old: [Value], _ before: [String], _ new: [Value], _ after: [String], at path: [String]
    ) {
        let places = Dictionary(uniqueKeysWithValues: zip(after, new))
        for (name, value) in zip(before, old) {
            if let other = places[name] {
                compare(value, other, at: path + [name])
            } else {
                add(path + [name], value, nil)
            }
        }
        let known = Set(before)
        for (name, value) in zip(after, new) where !known.contains(name) { add(path + [name], nil, value) }
        let stayed = before.filter { places[$0] != nil }
        let now = after.filter(known.contains)
        if stayed != now { add(path, .texts(stayed), .texts(now)) }
    }

    private mutating func add(_ path: [String], _ old: Value?, _ new: Value?) {
        guard list.count < most else { return dropped += 1 }
        list.append(Difference(path, old: old, new: new))
    }

    /// The fields that name the elements of a list.
    private static let names = ["key", "name"]

    /// The value of this field in each element of a list; nil if one has none, or two have the same.
    private static func keys(of list: [Value], _ name: String) -> [String]? {
        var keys: [String] = []
        for element in list {
            guard case .text(let key)? = element[name] else { return nil }
            keys.append(key)
        }
        return Set(keys).count == keys.count ? keys : nil
    }
}
