internal import FlagEngine
internal import HostConfig

/// One flag that is wrong harms no other: it keeps what it said when it was good last, or is left out.
extension GatheredFlags {
    /// How often flags are left out because of one that was left out before.
    static let mostMendings = 32

    /// What is done about a flag that is wrong.
    enum Mending: Hashable {
        case kept(String)
        case leftOut(String)

        var key: String {
            switch self {
            case .kept(let key), .leftOut(let key): key
            }
        }
    }

    /// Does something about flags that can't be compiled.
    ///
    /// - Parameters:
    ///   - problems: What the engine says.
    ///   - good: What each source said when it was good last, by name.
    ///   - done: What was done before: what is kept and still wrong is left out.
    /// - Returns: Whether there was anything to do.
    mutating func mend(_ problems: [FlagProblem], from good: [String: Content], done: inout Set<Mending>) -> Bool {
        var isChanged = false
        for case let key? in Set(problems.filter { $0.severity == .error }.map(\.flag)) {
            guard let place = sets.lastIndex(where: { $0.flags.contains { $0.key == key } }) else { continue }
            guard let name = places.first(where: { $0.value == place })?.key, var content = contents[name] else {
                let isKept = done.remove(.kept(key)) == nil
                done.insert(replaceOwn(key, of: sets[place].source, isKept: isKept))
                isChanged = true
                continue
            }
            let former = done.contains(.kept(key)) ? nil : good[name]?.set.flags.first { $0.key == key }
            content.replace(key, by: former)
            done.remove(.kept(key))
            done.insert(former == nil ? .leftOut(key) : .kept(key))
            contents[name] = content
            sets[place] = content.set
            isChanged = true
        }
        return isChanged
    }

    /// Puts what a source said last in the place of what it says now, or nothing.
    mutating func replace(_ name: String, by former: Content?) {
        guard let place = places[name] else { return }
        refusesSource = true
        contents[name] = former
        sets[place] = former?.set ?? FlagSet(source: name)
        if former == nil { lacksSomething = true }
        let effect = former == nil ? ", and never was; it has no flags yet" : "; its last good content is active"
        tell(.warning, name, "can't be used now\(effect)")
    }
}

extension GatheredFlags.Content {
    /// Puts another definition in the place of a flag's, or none.
    mutating func replace(_ key: String, by former: FlagDefinition?) {
        set.flags.removeAll { $0.key == key }
        if let former { set.flags.append(former) }
        isWhole = false
    }
}
