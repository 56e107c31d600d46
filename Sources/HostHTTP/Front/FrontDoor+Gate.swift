import FeatureKit
import HTTPServer
import HostRuntime

/// Features that not everybody has.
extension FrontDoor {
    /// A place as one caller finds it.
    struct Sight {
        /// Nil where nothing is there for them.
        let place: Place?
        /// Who it is; nil where they have not been asked after, or brought a token that is not good.
        let arrival: CallerReader.Arrival?
        /// The key that was made for them, where they had none.
        var issued: Fields?
    }

    /// What of a place is there for whoever sent a request.
    ///
    /// It comes before everything else that could tell that something is there: the method, the media types, the body
    /// and the token. A token that is not good counts as none here; who has the feature without it is told later.
    func sight(of place: Place, for request: Request, at desk: LoopDesk, _ loop: Int, _ callers: CallerReader) -> Sight
    {
        guard place.isGated else { return Sight(place: place, arrival: nil) }
        return desk.tools.withLock { tools in
            let known = try? callers.read(request, at: loop, making: &tools.keys)
            let found = known ?? callers.readStranger(request, making: &tools.keys)
            let there = place.open { tools.flags.lets(found.caller, have: $0) }
            return Sight(place: there, arrival: known, issued: found.issued)
        }
    }

    /// The key of a stranger who asks for what is not there.
    ///
    /// Who is left out of a part of the people has to stay the same person, or would be let in by asking again. So
    /// every answer hands out a key where some feature is gated, and none of them tells whether something is hidden.
    func keyForStranger(_ request: Request, at desk: LoopDesk, _ loop: Int, _ table: FrontTable) -> Fields? {
        guard table.hasGates else { return nil }
        return desk.tools.withLock { tools in
            let known = try? table.callers.read(request, at: loop, making: &tools.keys)
            return (known ?? table.callers.readStranger(request, making: &tools.keys)).issued
        }
    }
}
