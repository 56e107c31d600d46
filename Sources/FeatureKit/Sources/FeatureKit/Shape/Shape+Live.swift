// Which changes of settings need a restart, by the fields that say `live`.

extension Shape {
    /// Whether any field says that a change of it needs no restart.
    @_spi(Hosting) public var hasLiveFields: Bool { !livePaths.isEmpty }

    /// The fields that say that a change of them needs no restart.
    @_spi(Hosting) public var livePaths: [ValuePath] { livePaths(at: ValuePath()) }

    private func livePaths(at path: ValuePath) -> [ValuePath] {
        switch kind {
        case .object(let fields):
            fields.flatMap { field in
                let place = path.member(field.name)
                return field.isLive ? [place] : field.shape.livePaths(at: place)
            }
        case .list(let element, _): element.livePaths(at: path.element(0))
        case .map(let element, _): element.livePaths(at: path.member("*"))
        default: []
        }
    }

    /// The fields that differ between two values of this shape, and of which no change is live.
    @_spi(Hosting) public func changesNeedingRestart(from old: Value, to new: Value) -> [ValuePath] {
        changes(from: old, to: new, at: ValuePath())
    }

    private func changes(from old: Value, to new: Value, at path: ValuePath) -> [ValuePath] {
        guard old != new else { return [] }
        // Only what is named can be told apart: an element of a list is another one after each insertion.
        guard case .object(let fields) = kind, case .object(let old) = old, case .object(let new) = new else {
            return [path]
        }
        return fields.filter { !$0.isLive && old[$0.name] != new[$0.name] }.flatMap { field in
            field.shape.changes(
                from: old[field.name] ?? .null, to: new[field.name] ?? .null, at: path.member(field.name))
        }
    }
}
