internal import CWorker
internal import FeatureKit
internal import Glibc
internal import HostSystem

/// Gives the calls of a crash their names, out of the files that lay in the worker's memory.
enum Backtrace {
    /// A larger file is not read for that.
    private static let largestFile = 256 << 20
    /// Demangled, some names fill pages.
    private static let longestName = 200

    /// The calls, the innermost first: `closure #1 in Shop.serve() + 112    libShopFeature.so`.
    ///
    /// - Parameter names: What files are called where a copy of them has another name.
    static func lines(_ report: CrashReport, names: [String: String] = [:]) -> [String] {
        // All but the first are where a call comes back to, one behind the call itself.
        let places = report.calls.enumerated().map { report.place(of: $0 == 0 ? $1 : $1 &- 1) }
        var found = [(name: String, distance: UInt64)?](repeating: nil, count: places.count)
        for path in Set(places.compactMap { $0?.path }) {
            let calls = places.indices.filter { places[$0]?.path == path }
            guard let bytes = contents(path), let file = try? ELFFile(bytes),
                let symbols = try? file.symbols(at: calls.compactMap { places[$0]?.offset })
            else { continue }
            for (call, symbol) in zip(calls, symbols) { found[call] = symbol }
        }
        return places.indices.map { call in
            guard let place = places[call] else { return "0x\(String(report.calls[call], radix: 16))" }
            let file = names[place.path] ?? Path.name(of: place.path)
            let back: UInt64 = call == 0 ? 0 : 1
            guard let (name, distance) = found[call] else {
                return Printable.escaped("0x\(String(place.offset + back, radix: 16))    \(file)")
            }
            return Printable.escaped("\(demangled(name)) + \(distance + back)    \(file)")
        }
    }

    private static func demangled(_ name: String) -> String {
        guard let text = unsafe crash_demangle(name) else { return cut(name) }
        defer { unsafe free(text) }
        return cut(unsafe String(cString: text))
    }

    private static func cut(_ name: String) -> String {
        name.count <= longestName ? name : name.prefix(longestName - 1) + "…"
    }

    private static func contents(_ path: String) -> [UInt8]? {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        guard let file = try? Descriptor(opening: { unsafe open(path, flags) }) else { return nil }
        var about = stat()
        guard unsafe fstat(file.number, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_size <= largestFile
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(about.st_size))
        var count = 0
        while count < bytes.count {
            let more = unsafe bytes[count...].withUnsafeMutableBytes {
                unsafe read(file.number, $0.baseAddress, $0.count)
            }
            guard more > 0 else { return nil }
            count += more
        }
        return bytes
    }
}
