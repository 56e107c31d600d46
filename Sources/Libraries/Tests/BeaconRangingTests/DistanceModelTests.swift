import Testing

@testable import BeaconRanging

@Suite struct DistanceModelTests {
    private func metres(_ rssi: Double, _ power: Double, _ change: (inout RangingSettings) -> Void) -> Double? {
        var settings = RangingSettings()
        change(&settings)
        return DistanceModel(settings, for: "north").distance(Level(strength: rssi, variance: 0), power: power)?.metres
    }

    /// What AltBeacon's own tests expect, within a tenth of a metre.
    @Test(
        arguments: [
            (RadioModel.nexus5, -59, -59, 1.0), (.nexus4, -59, -59, 1.0), (.motoXPro, -49, -58, 2.661),
            (.nexus5, -59, -30, 0.0), (.motoXPro, -49, -49, 1.0),
        ] as [(RadioModel, Double, Double, Double)])
    func regressionsAsAltBeaconHasThem(_ model: RadioModel, power: Double, rssi: Double, _ expected: Double) throws {
        let found = try #require(metres(rssi, power) { ($0.method, $0.model) = (.regression, model) })
        #expect(abs(found - expected) <= 0.1, "\(found)")
    }

    @Test(
        arguments: [(-59, 2.0, 1.0), (-79, 2.0, 10.0), (-99, 2.0, 100.0), (-39, 2.0, 0.1), (-89, 3.0, 10.0)]
            as [(Double, Double, Double)])
    func pathsFadeByTheDecade(_ rssi: Double, _ exponent: Double, _ expected: Double) {
        #expect(metres(rssi, -59) { ($0.method, $0.exponent) = (.path, exponent) } == expected)
    }

    @Test func whatIsLikelyLiesBetweenThePathAndTheUsual() throws {
        for rssi in stride(from: -110.0, through: -20, by: 1) {
            let path = try #require(metres(rssi, -63) { $0.method = .path })
            let likely = try #require(metres(rssi, -63) { $0.method = .likely })
            #expect((min(path, 8)...max(path, 8)).contains(likely), "\(rssi): \(path), \(likely)")
            // Where anything may be, the signal alone counts.
            let open = try #require(metres(rssi, -63) { ($0.method, $0.spread) = (.likely, 1_000) })
            #expect(abs(open - path) <= 0.06 * path + 0.02)
        }
    }

    @Test func theMoreIsKnownTheMoreTheSignalCounts() throws {
        let model = DistanceModel(RangingSettings(), for: "")
        let far = [200.0, 30, 5, 0].map { model.distance(Level(strength: -95, variance: $0), power: -63) }
        #expect(far.compactMap { $0?.metres } == far.compactMap { $0?.metres }.sorted())
        let errors = far.compactMap { $0.map { $0.error / $0.metres } }
        #expect(errors == errors.sorted(by: >))
    }

    /// Of every pair of bytes, and of every way: a number that is none below zero and not infinite, and no nearer where it is weaker.
    @Test(
        arguments: [
            (.likely, .nexus5, [0.5, 1.3, 10]), (.path, .nexus5, [0.5, 1.3, 10]), (.regression, .nexus5, [2]),
            (.regression, .motoXPro, [2]), (.regression, .xt1092, [2]),
        ] as [(RangingSettings.Method, RadioModel, [Double])])
    func everyPairOfBytes(_ method: RangingSettings.Method, _ model: RadioModel, _ exponents: [Double]) {
        var settings = RangingSettings()
        (settings.method, settings.model) = (method, model)
        let allowed = 0...DistanceModel.mostMetres
        var wrong: [String] = []
        for exponent in exponents {
            settings.exponent = exponent
            let model = DistanceModel(settings, for: "")
            for power in Int8.min ... .max {
                var nearer = 0.0
                for rssi in (Int8.min ... .max).reversed() {
                    let level = Level(strength: Double(rssi), variance: 30)
                    let distance = model.distance(level, power: Double(power))
                    let isTold = method != .regression || power < 0
                    let isRight =
                        distance.map {
                            $0.metres >= nearer && allowed.contains($0.metres) && allowed.contains($0.error)
                        }
                        ?? !isTold
                    if !isRight || (distance != nil) != isTold { wrong.append("\(power) \(rssi)") }
                    nearer = distance?.metres ?? 0
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func aCurveOfOnesOwnReplacesEveryModel() {
        let own = Coefficients(a: 2, b: 1, c: 3)
        #expect(metres(-100, -50) { ($0.method, $0.coefficients) = (.regression, own) } == 7)
        #expect(
            metres(-100, -50) { ($0.method, $0.coefficients, $0.models) = (.regression, own, ["north": .xt1092]) } == 7)
    }

    @Test func aListenerMayBeAnotherDevice() {
        let moto = metres(-58, -49) { ($0.method, $0.model) = (.regression, .motoXPro) }
        #expect(metres(-58, -49) { ($0.method, $0.models) = (.regression, ["north": .motoXPro]) } == moto)
        #expect(metres(-58, -49) { ($0.method, $0.models) = (.regression, ["south": .motoXPro]) } != moto)
    }
}
