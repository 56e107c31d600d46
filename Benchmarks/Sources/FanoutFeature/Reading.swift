import FeatureKit

/// What goes over the bus: three whole numbers.
@Record struct Reading: Countable {
    /// Where it was taken.
    var station: Int
    /// In which lap.
    var lap: Int
    /// What was read.
    var value: Int
}

/// The same as a module has it that declares what it reads for itself.
@Record struct OwnReading: Countable {
    /// Where it was taken.
    var station: Int
    /// In which lap.
    var lap: Int
    /// What was read.
    var value: Int
}

/// What a reader adds up.
protocol Countable: Shaped {
    var station: Int { get }
    var value: Int { get }
}

extension Topic {
    /// The topic, as any type of that shape.
    static var readings: Topic { .init("fanout.readings") }
}
