/// Which courses have to be completed before others.
public enum Prerequisites {
    /// Whether courses are another one or require it, directly or by others; also where some require one another.
    public static func lead<Course: Hashable>(
        from courses: [Course], to goal: Course, requires: (Course) throws -> [Course]
    ) rethrows -> Bool {
        var (known, left) = (Set<Course>(), courses)
        while let next = left.popLast() {
            if next == goal { return true }
            if known.insert(next).inserted { left += try requires(next) }
        }
        return false
    }
}
