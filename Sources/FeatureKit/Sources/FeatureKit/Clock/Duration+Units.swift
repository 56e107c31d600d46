extension Duration {
    /// A duration of `count` minutes.
    public static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }
    /// A duration of `count` hours.
    public static func hours(_ count: Int64) -> Duration { .minutes(count * 60) }
    /// A duration of `count` days of 24 hours.
    public static func days(_ count: Int64) -> Duration { .hours(count * 24) }
}
