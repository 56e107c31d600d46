@_spi(Hosting) public import FeatureKit

/// Every way in which a type's Shape and its Codable disagree, in words.
public func shapeDisagreements<T: Shaped>(_ type: T.Type) -> [String] {
    let shape = T.shape
    var found: [String] = []
    func report(_ text: String) { if !found.contains(text) { found.append(text) } }
    let asked = Lock<Set<ValuePath>>([])
    for sample in shape.samples {
        let completed = shape.completed(sample)
        for problem in shape.problems(in: completed) { report("a default does not fit: \(problem)") }
        do {
            let value = try completed.decoded(as: T.self)
            // Types that still go through Codable also say which members they ask for.
            if let codable = T.self as? any Decodable.Type {
                _ = try completed.decoded(codable: codable) { path in asked.withLock { _ = $0.insert(path) } }
            }
            let written = try Value(encoding: value)
            for problem in shape.problems(in: written) { report("Codable writes what the Shape refuses: \(problem)") }
            if let path = shape.firstLoss(from: completed, to: written) {
                report("\(path) does not survive reading and writing: \(completed[path]?.inShort ?? "nothing")")
            }
        } catch {
            report("Codable can't read what the Shape allows: \(error) in \(completed.inShort)")
        }
    }
    for path in asked.withLock({ $0 }).sorted(by: { $0.description < $1.description }) where !shape.knows(path) {
        report("Codable asks for \"\(path)\", which the Shape does not declare")
    }
    return found
}

extension Value {
    /// The most characters of it that are shown.
    private static let shownCharacters = 160

    /// The value as JSON, cut where it is long.
    var inShort: String {
        let text = json
        let short = text.prefix(Self.shownCharacters)
        return short.endIndex == text.endIndex ? text : short + "…"
    }
}

extension Shape {
    /// Where a value lost something on its way; secrets are meant to, and times may be written otherwise.
    fileprivate func firstLoss(from before: Value, to after: Value, at path: ValuePath = ValuePath()) -> ValuePath? {
        switch (before, after) {
        case (.object(let left), .object(let right)):
            for name in left.names + right.names.filter({ left[$0] == nil }) {
                let here = path.member(name)
                guard let was = left[name], let now = right[name] else { return here }
                if let loss = member(name).firstLoss(from: was, to: now, at: here) { return loss }
            }
            return nil
        case (.list(let left), .list(let right)) where left.count == right.count:
            return zip(left, right).enumerated().lazy.compactMap { index, pair in
                element.firstLoss(from: pair.0, to: pair.1, at: path.element(index))
            }.first
        case (.integer(let left), .number(let right)): return Double(left) == right ? nil : path
        case (.number(let left), .integer(let right)): return left == Double(right) ? nil : path
        case (.text(let left), .text(let right)): return isSame(left, right) ? nil : path
        default: return before == after ? nil : path
        }
    }

    private func isSame(_ left: String, _ right: String) -> Bool {
        switch kind {
        case .duration: DurationText.parse(left) == DurationText.parse(right)
        case .timestamp: Timestamp(left) == Timestamp(right)
        case .secret: true
        default: left == right
        }
    }

    /// The shape of a member; anything where it says nothing of it.
    private func member(_ name: String) -> Shape {
        switch kind {
        case .object(let fields): fields.first { $0.name == name }?.shape ?? .anything
        case .map(let element, _): element
        default: .anything
        }
    }

    /// The shape of a list's elements.
    private var element: Shape { if case .list(let element, _) = kind { element } else { .anything } }
}
