import Foundation
import TestSupport
import Testing

/// Somebody at a shell who types what a page says, one command after the other.
struct ShellSession {
    struct Outcome: Equatable {
        var printed: [String] = []
        var code: Int32 = -1
    }

    /// With a clean kit, on two busy cores, the page takes under four minutes.
    private static let longest = Duration.seconds(600)
    /// Stands at the beginning of a line that the session itself prints.
    private static let mark: Character = "\u{1e}"

    /// `make test` has built the kit and keeps no lock on it; anybody else who runs this has the session build its own.
    private static let takesBuiltKit = ProcessInfo.processInfo.environment["FLAGSTAND_KIT_IS_BUILT"] != nil

    let folder: TestFolder
    /// Where the programs lie that are typed by their names alone.
    let programs: String
    /// What stands for `127.0.0.1:8080` while the page is tried.
    let address: String

    /// Runs the commands in one shell; those that it did not come to have no outcome.
    func run(_ commands: [ConsolePage.Command]) async throws -> [Outcome] {
        try folder.write("session.sh", Self.script(of: commands).replacing(Self.address, with: address))
        var command = HostCommand(["\(folder["session.sh"])"])
        command.program = "/bin/bash"
        command.folder = try folder.made("work")
        command.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FLAGSTAND") }
        command.environment["XDG_CACHE_HOME"] = folder["cache"]
        let found = "\(programs):\(command.environment["PATH"] ?? "/usr/bin:/bin")"
        let author = "\(Built.tree)/Tests/HostTests/Fixtures/Author"
        command.environment["PATH"] = Self.takesBuiltKit ? "\(author):\(found)" : found
        let (_, output, errors) = try await HostProcess.end(of: command, within: Self.longest)
        #expect(errors == "")
        return Self.outcomes(in: output.replacing(address, with: Self.address).replacing(try user, with: Self.user))
    }

    /// The address and the user's name on the page.
    private static let (address, user) = ("127.0.0.1:8080", "ana")

    /// Who runs the test, as a word of its own.
    private var user: Regex<Substring> {
        get throws { try Regex("\\b\(NSUserName())\\b", as: Substring.self) }
    }

    private static func script(of commands: [ConsolePage.Command]) -> String {
        let steps = commands.map { command in
            // A reader waits until an edited document counts: where a page sleeps, the script looks at the host's log.
            let text = command.text.replacing("; sleep 1", with: "")
            let edits = text.hasPrefix("sed ") && text.hasSuffix(" plugins.yaml")
            return """
                printf '\\036begin\\n'
                \(edits ? "seen=$(wc -l < host.log) before=$(grep -o '\"id\":\"parking\",\"state\":\"[a-z]*\"' host.log | tail -n 1)\n" : "")\
                \(text)
                code=$?
                \(edits ? "taken\n" : "")\
                printf '\\036end %d\\n' $code

                """
        }
        return """
            exec 2>&1
            # The host says that a document counts, and then that what it started again is active.
            taken() {
                local applied= line
                exec {log}< <(exec tail -n +$((seen + 1)) -f host.log 2> /dev/null)
                while IFS= read -r -t 60 -u "$log" line; do
                    case $line in *'"document applied"'*) applied=yes ;; esac
                    [ "$applied" ] || continue
                    case $before in *active*) ;; *) break ;; esac
                    case $line in *'"id":"parking","state":"active"'*) break ;; esac
                done
                kill $!
                exec {log}<&-
            }
            \(steps.joined())
            """
    }

    private static func outcomes(in output: String) -> [Outcome] {
        output.split(separator: "\(mark)begin\n").map { part in
            let parts = part.split(separator: "\(mark)end ", omittingEmptySubsequences: false)
            var printed = parts[0].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            // What ends without a line's end is a line all the same.
            if printed.last == "" { printed.removeLast() }
            return Outcome(
                printed: printed, code: parts.dropFirst().first.flatMap { Int32($0.prefix { $0.isNumber }) } ?? -1)
        }
    }
}

extension TestFolder {
    /// A folder's path, which is made.
    fileprivate func made(_ name: String) throws -> String {
        try makeFolder(name)
        return self[name]
    }
}
