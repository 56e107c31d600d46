/// One change that documents of older versions go through: fields get their new names, or a migration runs.
enum DocumentUpgrade {
    /// Every field that has a previous name, in all of the document.
    case rename(id: String)
    case migrate(DocumentMigration)

    /// The name by which a store remembers it.
    var id: String {
        switch self {
        case .rename(let id): id
        case .migrate(let migration): migration.name
        }
    }

    /// Whether its code is in this process.
    var canRun: Bool {
        switch self {
        case .rename: true
        case .migrate(let migration): migration.change != nil
        }
    }
}

extension CollectionLayout {
    /// All that documents of older versions go through, in the order in which it is done.
    var upgrades: [DocumentUpgrade] {
        let names = shape.previousNames
        // Another field with a previous name makes another upgrade; renaming again what has its new name changes nothing.
        let renames = names.isEmpty ? [] : [DocumentUpgrade.rename(id: "was " + names.joined(separator: " "))]
        return renames + migrations.map { .migrate($0) }
    }

    /// A document after some of the collection's upgrades.
    func upgraded(_ document: Members, by upgrades: [DocumentUpgrade]) throws -> Members {
        var document = document
        // Always, since migrations know the names of today alone; where they are written already nothing changes.
        if case .object(let renamed) = shape.renamingPreviousFields(in: .object(document)) { document = renamed }
        for case .migrate(let migration) in upgrades {
            do { try migration.change?(&document) } catch {
                throw FailedMigration(description: "the migration \"\(migration.name)\" says: \(error)")
            }
        }
        return document
    }

    private struct FailedMigration: Error, CustomStringConvertible { let description: String }
}

extension Shape {
    /// Every previous name of a field with the way to it, such as `party.people=guests`.
    fileprivate var previousNames: [String] { previousNames(at: ValuePath()).sorted() }

    private func previousNames(at path: ValuePath) -> [String] {
        switch kind {
        case .object(let fields):
            fields.flatMap { field in
                let place = path.member(field.name)
                return field.previousNames.map { "\(place)=\($0)" } + field.shape.previousNames(at: place)
            }
        case .list(let element, _), .map(let element, _): element.previousNames(at: path.element(0))
        default: []
        }
    }

    /// The value with every field under its name of today; one that is there under that already stays as it is.
    func renamingPreviousFields(in value: Value) -> Value {
        switch (kind, value) {
        case (.object(let fields), .object(var members)):
            for field in fields {
                for previous in field.previousNames {
                    guard let old = members[previous] else { continue }
                    members[previous] = nil
                    if members[field.name] == nil { members[field.name] = old }
                }
                members[field.name] = members[field.name].map { field.shape.renamingPreviousFields(in: $0) }
            }
            return .object(members)
        case (.list(let element, _), .list(let list)):
            return .list(list.map { element.renamingPreviousFields(in: $0) })
        case (.map(let element, _), .object(let members)):
            return .object(Members(members.map { ($0.name, element.renamingPreviousFields(in: $0.value)) }))
        default: return value
        }
    }
}
