@_spi(Hosting) internal import FeatureKit
internal import Glibc

/// The processes that this one has started and not yet let go.
///
/// There is one, as there is one table of the system's. Where this process is pid 1 it lets every process go that has
/// lost its parent, and the system does not tell those apart from its own; hence everybody asks here.
package final class ChildTable: Sendable {
    package static let all = ChildTable()

    /// Nil while it has not been let go.
    private let children = Lock<[Int32: ChildProcess.Exit?]>([:])

    /// Starts one; nobody lets it go before it is known here.
    func start(_ spawn: () throws(SystemError) -> Int32) throws(SystemError) -> Int32 {
        try children.withLock { children throws(SystemError) in
            let id = try spawn()
            children[id] = .some(nil)
            return id
        }
    }

    /// Signals a child and its group. Until it is let go, its number belongs to nobody else.
    func kill(_ id: Int32, _ signal: Int32) {
        children.withLock { children in
            if case .some(.none) = children[id] { _ = Glibc.kill(-id, signal) }
        }
    }

    /// Blocks until a child has ended; what is left of its group ends as well.
    func wait(for id: Int32) -> ChildProcess.Exit {
        var news = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &news, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
        return children.withLock { children in
            if case .some(.none) = children[id] { letGo(id, &children) }
            // Nobody asks a second time.
            return children.removeValue(forKey: id).flatMap(\.self) ?? .code(0)
        }
    }

    /// Lets every child go that has ended, known here or not, without waiting for one that has not.
    ///
    /// - Returns: how many there were.
    package func letAllGo() -> Int {
        var count = 0
        while true {
            let found = children.withLock { children in
                var news = unsafe siginfo_t()
                guard unsafe waitid(P_ALL, 0, &news, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
                let id = unsafe news._sifields._kill.si_pid
                guard id > 0 else { return false }
                letGo(id, &children)
                return true
            }
            guard found else { return count }
            count += 1
        }
    }

    private func letGo(_ id: Int32, _ children: inout [Int32: ChildProcess.Exit?]) {
        let isKnown = children[id] != nil
        // The group keeps its number for as long as its first process is not let go.
        if isKnown { _ = Glibc.kill(-id, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) == -1 && errno == EINTR {}
        guard isKnown else { return }
        let signal = status & 0x7f
        children[id] = .some(signal == 0 ? .code(status >> 8 & 0xff) : .signal(signal))
    }
}
