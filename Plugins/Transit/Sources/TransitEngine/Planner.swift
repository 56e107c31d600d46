/// Searches timetables; it keeps its memory from one search to the next, and one task uses it at a time.
public final class Planner {
    /// A planner without memory yet.
    public init() {}

    /// The best journeys, by arrival and changes, and by walking where the query says so; earliest first.
    public func journeys(_ query: Query, in timetable: Timetable) -> [Journey] { [] }

    /// When each stop is reached first that is reached at all; the query's end is ignored.
    public func reach(_ query: Query, in timetable: Timetable) -> [Reach] { [] }
}
