internal import Glibc
internal import HostSystem

/// What the system calls its users.
package enum UserNames {
    /// The name of a user; `uid 1234` where the system has none.
    ///
    /// It asks whatever the machine is set up to ask, which may take long, on a thread of its own.
    package static func name(of user: UInt32) async -> String {
        let found = try? await OwnedThread.run("user-names", stackSize: OwnedThread.largeStackSize) { find(user) }
        return found.flatMap(\.self) ?? "uid \(user)"
    }

    private static let mostBytes = 64 * 1024

    private static func find(_ user: UInt32) -> String? {
        var entry = unsafe passwd()
        var result: UnsafeMutablePointer<passwd>?
        var texts = [CChar](repeating: 0, count: mostBytes)
        guard unsafe getpwuid_r(user, &entry, &texts, texts.count, &result) == 0, unsafe result != nil,
            let name = unsafe entry.pw_name
        else { return nil }
        return unsafe String(cString: name)
    }
}
