package import FeatureKit

/// An expression of JsonLogic as it was written, with its references replaced.
package struct Logic: Sendable, Equatable {
    package indirect enum Content: Sendable, Equatable {
        /// A scalar.
        case literal(Value)
        case list([Logic])
        /// An object with one member: an operator and what it is given. A single argument need not be a list; then
        /// `isBare` says so.
        case operation(String, [Logic], isBare: Bool)
        /// An object with no member or several, which is plain data.
        case data([Member])
    }

    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: Logic

        package init(_ name: String, _ value: Logic) {
            self.name = name
            self.value = value
        }
    }

    package let content: Content
    /// Nil where it was made of data that has no places.
    package let place: FlagPlace?

    package init(_ content: Content, at place: FlagPlace?) {
        self.content = content
        self.place = place
    }

    /// Makes an expression of plain data.
    package init(_ value: Value) {
        switch value {
        case .list(let list): self.init(.list(list.map(Logic.init)), at: nil)
        case .object(let members):
            let pairs = Array(members)
            guard pairs.count == 1 else {
                self.init(.data(pairs.map { Member($0.name, Logic($0.value)) }), at: nil)
                return
            }
            if case .list(let arguments) = pairs[0].value {
                self.init(.operation(pairs[0].name, arguments.map(Logic.init), isBare: false), at: nil)
            } else {
                self.init(.operation(pairs[0].name, [Logic(pairs[0].value)], isBare: true), at: nil)
            }
        default: self.init(.literal(value), at: nil)
        }
    }
}
