internal import Glibc

/// Processes that lost their parent, which become children of pid 1 and stay in the table until it asks for them.
enum Orphans {
    /// Lets every child go that has ended, without waiting for one that has not.
    ///
    /// - Returns: how many there were.
    @discardableResult
    static func reap() -> Int {
        var count = 0
        while waitpid(-1, nil, WNOHANG) > 0 { count += 1 }
        return count
    }
}
