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
            let value = try completed.decoded(as: T.self) { path in asked.withLock { _ = $0.insert(path) } }
            let written = try Value(encoding: value)
            for problem in shape.problems(in: written) { report("Codable writes what the Shape refuses: \(problem)") }
            if let path = shape.firstLoss(from: completed, to: written) {
                report("\(path) does not survive reading and writing: \(completed[path]?.json ?? "nothing")")
            }
        } catch {
            report("Codable can't read what the Shape allows: \(error) in \(completed.json)")
        }
    }
    for path in asked.withLock({ $0 }).sorted(by: { $0.description < $1.description }) where !shape.knows(path) {
        report("Codable asks for \"\(path)\", which the Shape does not declare")
    }
    return found
}

extension Shape {
    /// Where a value lost something on its way; secrets are meant to.
    fileprivate func firstLoss(from before: Value, to after: Value, at path: ValuePath = ValuePath()) -> ValuePath? {
        switch (before, after) {
        case (.object(let left), .object(let right)):
            for name in left.names + right.names.filter({ left[$0] == nil }) {
                let here = path.member(name)
                guard let was = left[name], let now = right[name] else { return here }
                if let loss = firstLoss(from: was, to: now, at: here) { return loss }
            }
            return nil
        case (.list(let left), .list(let right)) where left.count == right.count:
            return zip(left, right).enumerated().lazy.compactMap { index, pair in
                firstLoss(from: pair.0, to: pair.1, at: path.element(index))
            }.first
        case (.integer(let left), .number(let right)): return Double(left) == right ? nil : path
        case (.number(let left), .integer(let right)): return left == Double(right) ? nil : path
        case (_, .text(Secret.redacted)): return nil
        default: return before == after ? nil : path
        }
    }
}
