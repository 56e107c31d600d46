internal import HostSystem

/// Processes that lost their parent, which become children of pid 1 and stay in the table until it asks for them.
enum Orphans {
    /// Lets every child go that has ended, without waiting for one that has not; how those end that this process has
    /// started by itself stays known.
    ///
    /// - Returns: how many there were.
    @discardableResult
    static func reap() -> Int { ChildTable.all.letAllGo() }
}
