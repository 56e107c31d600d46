@_spi(Hosting) internal import FeatureKit

/// Compares what collections keep with what an earlier version kept there: whatever that one wrote has to be read.
enum StoredFieldCheck {
    /// The fields of stored documents that a build can't read any more, and for which it has no new migration.
    static func lost(from old: [CollectionLayout], to new: [CollectionLayout]) -> [LostField] {
        old.filter { !$0.isKits }.flatMap { previous -> [LostField] in
            // One that is not declared keeps its documents, and nobody reads them.
            guard let now = new.first(where: { $0.name == previous.name }) else { return [] }
            let known = Set(previous.migrations.map(\.name))
            let changed = Set(now.migrations.filter { !known.contains($0.name) }.flatMap(\.fields))
            return losses(from: previous.shape, to: now.shape, at: []).filter { path, _ in
                !changed.contains(path[0]) && !changed.contains(path.joined(separator: "."))
            }.map { LostField(collection: previous.name, path: $0, loss: $1) }
        }
    }

    private typealias Losses = [(path: [String], loss: LostField.Loss)]

    private static func losses(from old: Shape, to new: Shape, at path: [String]) -> Losses {
        switch (old.kind, new.kind) {
        case (.object(let fields), .object(let others)): return losses(from: fields, to: others, at: path)
        case (.list(let element, let count), .list(let other, let otherCount)),
            (.map(let element, let count), .map(let other, let otherCount)):
            return narrowed(count, otherCount, path) { "\($0.lowerBound) to \($0.upperBound) elements" }
                + losses(from: element, to: other, at: path)
        case (_, .anything): return []
        case (.integer(let bounds), .integer(let others)): return narrowed(bounds, others, path) { words(of: $0) }
        case (.number(let bounds), .number(let others)): return narrowed(bounds, others, path) { words(of: $0) }
        case (.integer(let bounds), .number(let others)):
            return narrowed(Double(bounds.lowerBound)...Double(bounds.upperBound), others, path) { words(of: $0) }
        case (.text(let length), .text(let other)):
            return narrowed(length, other, path) { "\($0.lowerBound) to \($0.upperBound) characters" }
        case (.duration(let bounds), .duration(let others)):
            return narrowed(bounds, others, path) {
                "\(DurationText.print($0.lowerBound)) to \(DurationText.print($0.upperBound))"
            }
        case (.media(let most), .media(let other)):
            return narrowed(0...most, 0...other, path) { "at most \($0.upperBound) bytes" }
        case (.choice(let cases), .choice(let others)):
            let gone = cases.filter { !others.contains($0) }
            return gone.isEmpty || path.isEmpty
                ? [] : [(path, .narrowed(from: gone.joined(separator: ", "), to: others.joined(separator: ", ")))]
        case (.choice(let cases), .text(let length)):
            let lengths = cases.map(\.unicodeScalars.count)
            guard let least = lengths.min(), let most = lengths.max() else { return [] }
            return narrowed(least...most, length, path) { "\($0.lowerBound) to \($0.upperBound) characters" }
        default:
            return old.difference(from: new) == nil || path.isEmpty
                ? [] : [(path, .retyped(from: old.inWords, to: new.inWords))]
        }
    }

    private static func losses(from fields: [Field], to others: [Field], at path: [String]) -> Losses {
        var losses: Losses = []
        for field in fields {
            let successors = others.filter { $0.name == field.name || $0.previousNames.contains(field.name) }
            guard let successor = successors.first else {
                losses.append((path + [field.name], .gone))
                continue
            }
            let here = path + [successor.name]
            let wasThere = field.isRequired || field.defaultValue != nil
            if successor.isRequired, !wasThere { losses.append((here, .required(wasThere: true))) }
            losses += Self.losses(from: field.shape, to: successor.shape, at: here)
        }
        for other in others where other.isRequired {
            let names = [other.name] + other.previousNames
            if !fields.contains(where: { names.contains($0.name) }) {
                losses.append((path + [other.name], .required(wasThere: false)))
            }
        }
        return losses
    }

    private static func narrowed<Bound>(
        _ old: ClosedRange<Bound>, _ new: ClosedRange<Bound>, _ path: [String], words: (ClosedRange<Bound>) -> String
    ) -> Losses {
        old.clamped(to: new) == old || path.isEmpty ? [] : [(path, .narrowed(from: words(old), to: words(new)))]
    }

    private static func words<Bound>(of bounds: ClosedRange<Bound>) -> String {
        "\(bounds.lowerBound) to \(bounds.upperBound)"
    }
}
