import FeatureKit
import HTTPServer
import HostRuntime

/// Features that not everybody has.
extension FrontDoor {
    /// A place as one caller finds it.
    struct Sight {
        let place: Place
        /// Who it is; nil where they have not been asked after, or brought a token that is not good.
        let arrival: CallerReader.Arrival?
    }

    /// What of a place is there for whoever sent a request; nil where nothing is.
    ///
    /// It comes before everything else that could tell that something is there: the method, the media types, the body
    /// and the token. A token that is not good counts as none here; who has the feature without it is told later.
    func sight(of place: Place, for request: Request, at desk: LoopDesk, _ callers: CallerReader) -> Sight? {
        guard place.isGated else { return Sight(place: place, arrival: nil) }
        return desk.tools.withLock { tools -> Sight? in
            let known = try? callers.read(request, making: &tools.keys)
            let caller = (known ?? callers.readStranger(request, making: &tools.keys)).caller
            let there = place.open { tools.flags.lets(caller, have: $0) }
            return there.map { Sight(place: $0, arrival: known) }
        }
    }
}
