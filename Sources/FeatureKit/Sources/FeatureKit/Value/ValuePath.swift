/// The path to a part of a value, printed as `zones[2].name`.
public struct ValuePath: Sendable, Hashable, CustomStringConvertible {
    /// One step of a path.
    @frozen
    public enum Step: Sendable, Hashable {
        /// Into an object, by name.
        case member(String)
        /// Into a list, by position from 0.
        case element(Int)
    }

    /// The steps, from the outermost to the innermost.
    public var steps: [Step]

    /// Makes a path; without steps it leads to the value itself.
    public init(_ steps: [Step] = []) { self.steps = steps }

    /// This path with a member's name at its end.
    public func member(_ name: String) -> ValuePath { ValuePath(steps + [.member(name)]) }

    /// This path with a position in a list at its end.
    public func element(_ index: Int) -> ValuePath { ValuePath(steps + [.element(index)]) }

    /// Whether it leads to the value itself.
    public var isRoot: Bool { steps.isEmpty }

    /// The path as a reader writes it.
    public var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let index): text += "[\(index)]"
            }
        }
    }
}
