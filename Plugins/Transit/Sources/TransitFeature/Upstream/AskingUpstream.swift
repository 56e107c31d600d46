internal import Breakers
internal import Calendars
internal import FeatureKit
internal import WebClient

extension TransitService {
    private static let mostReplyBytes = 4 << 20

    /// Asks the server of OpenTripPlanner; nil where there is none, or where it does not answer as it should.
    func askUpstream(_ wish: TransportWish) async -> TransportPlan? {
        guard let otp = settings.otp, breaker.withLock({ $0.admits(at: clock.uptime) }) else { return nil }
        var question = WebQuestion(
            otp.url + query(wish), patience: .whole(otp.patience), mostBytes: Self.mostReplyBytes)
        question.accept = "application/json"
        var (found, why) = ([Itinerary]?.none, "")
        do throws(WebProblem) {
            let reply = try await sender.reply(to: question)
            if reply.status == 200 { found = OTPReply.itineraries(reply.body) }
            why = reply.status == 200 ? "its reply is no plan" : "it answers \(reply.status)"
        } catch { why = "\(error)" }
        // Who asked has gone; that says nothing of the server.
        guard !Task.isCancelled else { return nil }
        let uptime = clock.uptime
        if breaker.withLock({ $0.note(success: found != nil, at: uptime) }) {
            log.warning("OpenTripPlanner is left alone for a while; the timetable here answers", [("why", why)])
        }
        return found.map { TransportPlan(itineraries: $0, source: .otp) }
    }

    /// Sends what is asked of other servers, until it is cancelled.
    func sendQuestions() async {
        do throws(WebProblem) { try await sender.run() } catch {
            guard error.reason != .stopped else { return }
            log.error("nothing can be asked of other servers", [("why", "\(error)")])
        }
    }

    /// What is asked, in the time of where it starts, as OpenTripPlanner wants it.
    private func query(_ wish: TransportWish) -> String {
        let here = (try? board()).map { $0.snapshot.zone(place(wish.from, in: $0)?.zone ?? 0) }
        let zone = here ?? (try? zones.zone("Europe/Madrid"))
        let moment = Timestamp(nanoseconds: 0).advanced(by: .seconds(wish.arrival ?? wish.now))
        let (day, time) = (zone?.day(at: moment) ?? Day(utc: moment), zone?.time(at: moment).description ?? "00:00")
        return (settings.otp?.url.contains("?") == true ? "&" : "?")
            + "fromPlace=\(wish.from.lat),\(wish.from.lon)&toPlace=\(wish.to.lat),\(wish.to.lon)"
            + "&date=\(day)&time=\(time)&arriveBy=\(wish.arrival != nil)&mode=TRANSIT,WALK&numItineraries=3"
    }
}
