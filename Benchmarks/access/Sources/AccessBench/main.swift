@_spi(Hosting) import FeatureKit
import Glibc
import HostAccess
import HostConfig
import HostSystem
import JSON
import Measures

/// How often tokens that came before are asked for in a turn.
let repetitions = 20_000
/// How many turns there are.
let turns = 15

guard CommandLine.arguments.count == 3 else { fail("use: AccessBench FOLDER RESULTS") }
let (folder, results) = (CommandLine.arguments[1], CommandLine.arguments[2])

do {
    let tokens = try Tokens(in: folder)
    var rows: [Row] = []
    for (name, list) in tokens.all {
        let key = try BareKey(in: folder, kind: name)
        var (first, bare, again): ([Double], [Double], [Double]) = ([], [], [])
        for turn in 0..<turns {
            // An issuer anew, so that each token comes for the first time.
            let house = House(keys: Path.join(folder, "keys.json"))
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
        guard let first = Sample(first), let bare = Sample(bare), let again = Sample(again) else { fail("no tokens") }
        rows.append(
            Row(
                "\(name), first time", unit: "µs", ours: first, bar: 150,
                peer: .init(name: "bare OpenSSL", sample: bare)))
        rows.append(Row("\(name), again", unit: "µs", ours: again, bar: 1))
    }
    print(Table.text(rows))
    let text = Value.list(rows.map(\.json)).json + "\n"
    guard let file = unsafe fopen(results, "w") else { fail("can't write \(results)") }
    unsafe fputs(text, file)
    unsafe fclose(file)
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    fail("\(error)")
}

func fail(_ text: String) -> Never {
    var bytes = Array("error: \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, &bytes, bytes.count)
    exit(2)
}
