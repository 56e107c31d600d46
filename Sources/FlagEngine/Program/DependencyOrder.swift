/// Names in an order in which each one comes after those it needs.
struct DependencyOrder {
    private enum State {
        case open
        case done
        /// It is in a cycle, or needs one that is.
        case cyclic
    }

    private let names: [String]
    private let needs: (String) -> [String]
    private var states: [String: State] = [:]
    /// Those that are in no cycle and need none that is.
    private(set) var sorted: [String] = []
    /// Each once: every name needs the next one, and the last one the first.
    private(set) var cycles: [[String]] = []

    init(names: [String], needs: @escaping (String) -> [String]) {
        self.names = names
        self.needs = needs
    }

    /// Sorts the names; without recursion, since chains may be long.
    mutating func sort() {
        for name in names where states[name] == nil {
            var way: [(name: String, rest: ArraySlice<String>)] = [(name, needs(name)[...])]
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
