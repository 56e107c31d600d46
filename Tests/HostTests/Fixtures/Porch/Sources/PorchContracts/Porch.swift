public import FeatureKit

/// What the porch looks like.
@Record public struct PorchLight: Equatable {
    /// Which colour it has.
    public enum Colour: String, CaseIterable, Shaped {
        /// Green light.
        case green
        /// Red light.
        case red
    }

    /// Which colour it has.
    public var colour: Colour
    /// How bright it is.
    @In(0...100) public var level: Int
    /// What opens the gate.
    public var key: Secret?
}

/// Rings the bell.
@Record public struct Ring: Equatable {
    /// How often.
    @In(1...9) public var times: Int
    /// Words for who opens.
    public var note: String?
}

/// What came of ringing.
@Record public struct Rung: Equatable {
    /// How often.
    public var times: Int
    /// Which caller it was for.
    public var by: String
}

extension Topic where Payload == PorchLight {
    /// Tells whenever somebody rang.
    public static var porchLight: Self { .init("porch.light", retain: .latest) }
}

extension Route where Request == Ring, Reply == Rung {
    /// Rings for other modules.
    public static var porchRing: Self { .init(forModules: "porch.ring", summary: "Rings for other modules.") }
    /// Rings for staff.
    public static var porchBell: Self {
        .init("porch.bell", .post, "/bell", access: .role("staff"), summary: "Rings for staff.")
    }
}
