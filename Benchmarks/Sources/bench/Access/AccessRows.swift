import HostSystem
import Measures

/// How long tokens take that come for the first time, and again, beside bare OpenSSL.
enum AccessRows {
    /// How often tokens that came before are asked for in a turn.
    private static let repetitions = 20_000
    private static let turns = 15

    /// - Parameter folder: Where the script has put tokens and keys.
    static func measure(_ folder: String) async throws -> [Row] {
        let tokens = try Tokens(in: folder)
        var rows: [Row] = []
        for (name, list) in tokens.all {
            let key = try BareKey(in: folder, kind: name)
            var (first, bare, again): ([Double], [Double], [Double]) = ([], [], [])
            for turn in 0..<turns {
                // A new issuer, so that each token comes for the first time.
                let house = try House(keys: Path.join(folder, "keys.json"))
                try await house.running(asking: tokens.unknown) {
                    let share = list[(turn * list.count / turns)..<((turn + 1) * list.count / turns)]
                    for token in share {
                        // In turns, so that what else the machine does hits both alike.
                        first.append(try house.verify(token))
                        bare.append(try key.verify(token))
                    }
                    again.append(try house.verifyAgain(Array(share), repetitions))
                }
            }
            let peer = Row.Peer(name: "bare OpenSSL", sample: try Sample(bare))
            rows.append(Row("\(name), first time", unit: "µs", ours: try Sample(first), bar: 150, peer: peer))
            rows.append(Row("\(name), again", unit: "µs", ours: try Sample(again), bar: 1))
        }
        return rows
    }
}
