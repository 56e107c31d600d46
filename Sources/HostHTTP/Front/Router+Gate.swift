import FeatureKit
import HTTPServer
import HostRuntime

/// Modules behind a gate.
extension Router {
    /// A path as one caller sees it.
    struct Sight {
        /// Nil if the caller can see nothing there.
        let place: Place?
        /// The caller; nil if it was not determined, or if the token is invalid.
        let arrival: CallerReader.Arrival?
        /// The key that was made for a caller who had none.
        var issued: Fields?
    }

    /// What the caller of a request can see at a path.
    ///
    /// This comes before every check that could reveal that a handler exists: method, media types, body and token. An
    /// invalid token is ignored here; a caller who has the module even so gets the error about the token later.
    func sight(of place: Place, for request: Request, at loopState: LoopState, _ loop: Int, _ callers: CallerReader)
        -> Sight
    {
        guard place.isGated else { return Sight(place: place, arrival: nil) }
        return loopState.tools.withLock { tools in
            let known = try? callers.read(request, at: loop, making: &tools.keys)
            let found = known ?? callers.readAnonymous(request, making: &tools.keys)
            let there = place.open { tools.flags.lets(found.caller, have: $0) }
            return Sight(place: there, arrival: known, issued: found.issued)
        }
    }

    /// The key of an anonymous caller who asks for a path that does not exist.
    ///
    /// A caller outside a gate's rollout needs a stable key, or could get in by asking again. So if any module has a
    /// gate, every answer sets a key, and no answer reveals whether something is hidden.
    func keyForAnonymous(_ request: Request, at loopState: LoopState, _ loop: Int, _ table: FrontTable) -> Fields? {
        guard table.hasGates else { return nil }
        return loopState.tools.withLock { tools in
            let known = try? table.callers.read(request, at: loop, making: &tools.keys)
            return (known ?? table.callers.readAnonymous(request, making: &tools.keys)).issued
        }
    }
}
