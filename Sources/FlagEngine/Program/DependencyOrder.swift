/// Names in an order in which each one comes after those it needs.
struct DependencyOrder<Name: Hashable> {
    private enum State {
        case open
        case done
        /// It is in a cycle, or needs one that is.
        case cyclic
    }

    private let names: [Name]
    private let needs: (Name) -> [Name]
    private var states: [Name: State] = [:]
    /// Those that are in no cycle and need none that is.
    private(set) var sorted: [Name] = []
    /// Each once: every name needs the next one, and the last one the first.
    private(set) var cycles: [[Name]] = []

    init(names: [Name], needs: @escaping (Name) -> [Name]) {
        self.names = names
        self.needs = needs
    }

    /// Sorts the names; without recursion, since chains may be long.
    mutating func sort() {
        for name in names where states[name] == nil {
            var way: [(name: Name, rest: ArraySlice<Name>)] = [(name, needs(name)[...])]
            states[name] = .open
            while let last = way.last {
                guard let next = last.rest.first else {
                    way.removeLast()
                    if states[last.name] == .open {
                        states[last.name] = .done
                        sorted.append(last.name)
                    } else if let above = way.last?.name {
                        states[above] = .cyclic
                    }
                    continue
                }
                way[way.count - 1].rest = last.rest.dropFirst()
                switch states[next] {
                case nil:
                    states[next] = .open
                    way.append((next, needs(next)[...]))
                case .done: break
                case .open, .cyclic:
                    if let start = way.firstIndex(where: { $0.name == next }) {
                        let cycle = way[start...].map(\.name)
                        if !cycles.contains(cycle) { cycles.append(cycle) }
                    }
                    states[last.name] = .cyclic
                }
            }
        }
    }
}
