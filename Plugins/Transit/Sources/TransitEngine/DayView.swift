internal import Columns
internal import Days
internal import Synchronization

/// The runs of one service day, by pattern.
final class DayView: Sendable {
    /// A pattern's runs on the day.
    struct Row: BitwiseCopyable, Sendable {
        var first: UInt32 = 0
        var count: UInt32 = 0
        /// The first departure of all, and the last arrival.
        var earliest: Int32 = 0
        var latest: Int32 = 0
    }

    /// A run of the day.
    struct Entry: BitwiseCopyable, Sendable {
        var start: Int32
        var profile: UInt32
        var run: UInt32
    }

    private let arena = Arena()
    let slot: DaySlot

    /// The runs of a timetable whose service has the day, by its place from the first day.
    init(_ tables: Tables, services: [DaySet], day: Int) {
        let onDay = services.map { $0.contains(day) }
        let rows = arena.column(tables.patterns.count, of: Row())
        var entries: [Entry] = []
        for number in 0..<tables.patterns.count {
            let pattern = tables.patterns[number]
            let first = entries.count
            for place in Int(pattern.runs)..<Int(pattern.runs + pattern.runCount) {
                let run = tables.runs[place]
                guard onDay[Int(run.service)] else { continue }
                entries.append(Entry(start: run.start, profile: run.profile, run: UInt32(place)))
            }
            guard let last = entries.last, entries.count > first else { continue }
            rows[number] = Row(
                first: UInt32(first), count: UInt32(entries.count - first),
                earliest: entries[first].start + min(0, tables.events[entries[first].profile]),
                latest: last.start + tables.events[Int(last.profile) + 2 * Int(pattern.length) - 1])
        }
        let known = tables.hasSeats ? tables.runs.count : 0
        let next = arena.column(known, of: Network.none), previous = arena.column(known, of: Network.none)
        for run in entries.lazy.map(\.run) where tables.hasSeats {
            let others = tables.next[Int(run)].lazy.map { tables.next.values[$0] }
            guard let one = others.first(where: { onDay[Int(tables.runs[$0].service)] }) else { continue }
            next[run] = one
            // Of several that go on as the same one the last counts.
            let before = previous[one]
            if before == Network.none || tables.runs[before].start <= tables.runs[run].start { previous[one] = run }
        }
        slot = DaySlot(rows: rows, entries: arena.column(entries), next: next, previous: previous)
    }
}

/// The runs of a day as a search reads them.
struct DaySlot: BitwiseCopyable, Sendable {
    let rows: Column<DayView.Row>
    let entries: Column<DayView.Entry>
    /// The run that each run goes on as, and that it comes from, or none.
    let next: Column<UInt32>
    let previous: Column<UInt32>
}

/// The days that were searched last, made when they are asked for.
final class DayViews: Sendable {
    private static let most = 8
    private let known = Mutex<[(day: Int, view: DayView)]>([])

    func view(_ day: Int, make: () -> DayView) -> DayView {
        if let view = known.withLock({ known in known.first { $0.day == day }?.view }) { return view }
        let view = make()
        known.withLock { $0 = $0.suffix(Self.most - 1) + [(day, view)] }
        return view
    }
}
