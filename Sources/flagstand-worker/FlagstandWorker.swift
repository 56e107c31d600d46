internal import HostWorker

/// Runs one feature for a host that started it; of no use to anybody else.
@main
struct FlagstandWorker {
    static func main() { WorkerMain.run() }
}
