import FeatureKit
import Glibc
import Measures

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let rows =
        try FanoutRows(options: options).measure() + StartRows(options: options).measure()
        + ToggleRows(options: options).measure()
    print(Table.text(rows))
    let results = Value.object(Members([("rows", .list(rows.map(\.json)))]))
    try File.save(results.prettyJSON + "\n", to: options.results)
    exit(rows.allSatisfy(\.meetsBar) ? 0 : 1)
} catch {
    var line = "bench: error: \(error)\n"
    _ = line.withUTF8 { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
