import Measures

@main enum BarsBench {
    static func main() async { await Harness.run(["index": { _ in try IndexRows.measure() }]) }
}
