internal import Calendars
internal import FeatureKit
internal import Rostering

/// A rider's work, as the apps have it and what the franchise knows beside.
@Record
@Collection(
    "shifts", .on(\.franchiseId, \.startAt), .on(\.riderId, \.startAt),
    .on(\.riderId, \.change), .on(\.riderId, \.status), .on(\.vehicle, \.startAt), .on(\.status), .on(\.startAt),
    person: .anonymises(\.riderId, clearing: \.riderName, \.changeReason, \.correction))
struct Shift: Equatable, OfFranchise, ClockedShift {
    @Public var franchiseId: ID<Franchise>
    /// The key of the rider; absent where the shift is open, and once that account is deleted.
    @Public @Text(1...256) var riderId: String?
    /// The name of the rider; empty where the shift is open.
    @Public @Text(0...100) var riderName = ""
    /// The id of the motorcycle.
    @Public @Text(1...64) var motoId: String?
    /// The plate of the motorcycle.
    @Public @Text(0...20) var motoPlate = ""
    /// When it begins.
    @Public var startAt: Timestamp
    /// When it ends.
    @Public var endAt: Timestamp
    /// The day on which it begins, by the clock of the franchise.
    @Public @Text(10...10) var date: String
    /// What became of it so far.
    @Public var status: WorkStatus = .scheduled
    /// Whether the rider has confirmed it.
    @Public var isConfirmed = false
    /// Whether the rider wants to give it to somebody else.
    @Public var swapRequested = false
    /// Whether the rider wants something of it to be changed.
    @Public var changeRequested = false
    /// What is to be changed, and why.
    @Public @Text(1...300) var changeReason: String?
    /// Whether riders don't see it yet.
    @Public var isDraft = true
    /// When the rider began to work, as their device told.
    @Public var actualStart: Timestamp?
    /// When the rider ended.
    @Public var actualEnd: Timestamp?
    /// When the server was told that the rider began, where that was later.
    @Public var toldStart: Timestamp?
    /// When the server was told that the rider ended, where that was later.
    @Public var toldEnd: Timestamp?
    /// When the rider had a break.
    @Public @Count(0...WorkBreak.most) var breaks: [WorkBreak] = []
    /// Whether the rider began later than the setting allows.
    @Public var isLate = false
    /// Whether the rider ended earlier than the setting allows.
    @Public var leftEarly = false
    /// Whether nobody ended it, so that it ended by itself at the time that was planned.
    @Public var endedByItself = false
    /// What the rider says that the times were, until a manager decides.
    @Public var correction: WorkCorrection?
    /// The times before a correction that was approved.
    @Public var uncorrected: WorkTimes?
    /// Its id once more, as the apps have it.
    @Public var shiftId: ID<Shift> { ID("") }
    /// By what its motorcycle is known in all franchises: the plate without spaces and dashes.
    @Text(1...20) var vehicle: String?
    /// With which change of all shifts it became what it is.
    var change: Int64 = 0

    var franchise: ID<Franchise> { franchiseId }

    /// What it has in common with a copy of it.
    var slot: [String] { ["\(startAt)", "\(endAt)", riderId ?? "", vehicle ?? ""] }

    /// Gives it to a rider, or to nobody; whatever the one before said of it is worth nothing any more.
    mutating func assign(_ rider: FranchiseMember?) {
        (riderId, riderName) = (rider?.person, rider?.name ?? "")
        (isConfirmed, swapRequested, changeRequested, changeReason) = (false, false, false, nil)
    }

    /// What a plate is compared by.
    static func vehicle(_ plate: String) -> String? {
        let letters = plate.folded.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? nil : letters
    }
}

extension Shift.View {
    /// Without what is between a rider and the managers.
    var forColleagues: Shift.View {
        var view = self
        (view.changeRequested, view.changeReason, view.correction, view.uncorrected) = (false, nil, nil, nil)
        (view.breaks, view.isLate, view.leftEarly) = ([], false, false)
        return view
    }
}

extension Stored<Shift> {
    /// The shift as apps see it.
    var seen: Shift.View {
        var view = view
        view.shiftId = key
        return view
    }
}
