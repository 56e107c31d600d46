internal import FlagEngine
internal import HostConfig

/// A flag with errors affects no other flag: it keeps its last good content, or is left out.
extension GatheredFlags {
    /// The most rounds in which flags are replaced because of flags that were replaced before.
    static let mostRepairs = 32

    /// What is done about a flag that has errors.
    enum Repair: Hashable {
        case kept(String)
        case leftOut(String)

        var key: String {
            switch self {
            case .kept(let key), .leftOut(let key): key
            }
        }
    }

    /// Replaces flags that can't be compiled by their last good content, or leaves them out.
    ///
    /// - Parameters:
    ///   - problems: The engine's problems.
    ///   - good: The last good content of each source, by name.
    ///   - done: What was done in earlier rounds: a flag whose last good content has errors too is left out.
    /// - Returns: Whether there was anything to do.
    mutating func repair(_ problems: [FlagProblem], from good: [String: Content], done: inout Set<Repair>) -> Bool {
        var isChanged = false
        for case let key? in Set(problems.filter { $0.severity == .error }.map(\.flag)) {
            guard let place = sets.lastIndex(where: { $0.flags.contains { $0.key == key } }) else { continue }
            guard let name = places.first(where: { $0.value == place })?.key, var content = contents[name] else {
                let isKept = done.remove(.kept(key)) == nil
                done.insert(replaceOwn(key, of: sets[place].source, isKept: isKept))
                isChanged = true
                continue
            }
            let kept = done.contains(.kept(key)) ? nil : good[name]?.set.flags.first { $0.key == key }
            content.replace(key, by: kept)
            done.remove(.kept(key))
            done.insert(kept == nil ? .leftOut(key) : .kept(key))
            contents[name] = content
            sets[place] = content.set
            isChanged = true
        }
        return isChanged
    }

    /// Replaces a source's present content by its last good one, or by nothing.
    mutating func replace(_ name: String, by good: Content?) {
        guard let place = places[name] else { return }
        refusesSource = true
        contents[name] = good
        sets[place] = good?.set ?? FlagSet(source: name)
        if good == nil { lacksSomething = true }
        let effect = good == nil ? ", and never was; it has no flags yet" : "; its last good content is active"
        tell(.warning, name, "can't be used now\(effect)")
    }
}

extension GatheredFlags.Content {
    /// Replaces a flag's definition by another one, or removes it.
    mutating func replace(_ key: String, by other: FlagDefinition?) {
        set.flags.removeAll { $0.key == key }
        if let other { set.flags.append(other) }
        isWhole = false
    }
}
