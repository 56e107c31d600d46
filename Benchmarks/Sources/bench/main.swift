import FeatureKit
import Glibc
import Measures

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    var rows = try FanoutRows(ours: options.fanout, go: options.go).measure()
    if let host = options.host {
        rows += try HostRows(program: host.program, root: host.root, folder: host.scratch).measure()
    } else {
        print("There is no host to drive yet: its rows are left out.\n")
    }
    print(Table.text(rows))
    let results = Value.object(Members([("rows", .list(rows.map(\.json)))]))
    try File.save(results.prettyJSON + "\n", to: options.results)
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    var line = "bench: error: \(error)\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
