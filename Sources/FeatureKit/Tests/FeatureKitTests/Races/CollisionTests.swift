import Testing

@_spi(Hosting) @testable import FeatureKit

/// Waits that end at the very moment at which they begin; one after the other, since each needs both threads.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CollisionTests {
    private let rounds = 3_000
    private let parcel = TypedParcel(1)

    @Test func aLetterWakesItsReader() async {
        for _ in 0..<3 * rounds {
            let mailbox = Mailbox(.dropOldest(4))
            await Collision.happen {
                var batch: [Mailbox.Letter] = []
                #expect(await mailbox.take(into: &batch))
                #expect(batch.count == 1)
            } end: { _ in
                mailbox.putAndWake(parcel)
            }
        }
    }

    @Test func closingWakesTheReader() async {
        for _ in 0..<rounds / 2 {
            let mailbox = Mailbox(.dropOldest(4))
            await Collision.happen {
                var batch: [Mailbox.Letter] = []
                #expect(await mailbox.take(into: &batch) == false)
            } end: { _ in
                mailbox.close()
            }
        }
    }

    @Test func cancellingWakesTheReader() async {
        let mailbox = Mailbox(.dropOldest(4))
        for _ in 0..<2 * rounds {
            await Collision.happen {
                var batch: [Mailbox.Letter] = []
                #expect(await mailbox.take(into: &batch) == false)
            } end: { group in
                group.cancelAll()
            }
        }
    }

    @Test func roomWakesThoseWhoWaitForIt() async {
        for _ in 0..<rounds / 2 {
            let mailbox = Mailbox(.dropNewest(1))
            mailbox.putAndWake(parcel)
            await Collision.happen {
                let room = Signal()
                if !mailbox.hasRoom(orRaise: room) { await room.wait() }
            } end: { _ in
                mailbox.close()
            }
        }
    }

    @Test func raisingASignalWakesThoseWhoWait() async {
        for _ in 0..<rounds {
            let signal = Signal()
            await Collision.happen {
                await signal.wait()
            } end: { _ in
                signal.raise()
            }
        }
    }

    @Test func cancellingWakesThoseWhoWaitForASignal() async {
        let signal = Signal()
        for _ in 0..<2 * rounds {
            await Collision.happen {
                await signal.wait()
            } end: { group in
                group.cancelAll()
            }
        }
        #expect(!signal.isRaised)
    }

    @Test func aSubscriptionThatComesWithTheDrainEnds() async {
        let stage = Stage()
        for _ in 0..<rounds / 2 {
            let member = stage.member("lamp", reads: ["plain"])
            await Collision.happen {
                guard let messages = try? Bus(member: member).messages(on: .plain) else { return }
                for await _ in messages {}
            } end: { _ in
                member.drain()
            }
        }
        #expect(stage.report("plain")?.readers.isEmpty != false)
    }

    @Test func aRouteThatComesWithTheDrainIsTakenAway() async {
        let stage = Stage()
        for _ in 0..<rounds / 2 {
            let member = stage.member("lamp", serves: ["lamp.double"])
            await Collision.happen {
                try? Routes(member: member).serve(.double) { (ask: Ask, _) in ask }
            } end: { _ in
                member.drain()
            }
            #expect(stage.core.servedRoutes.isEmpty)
        }
    }

    @Test func aQuestionThatComesWithTheDrainIsAnsweredOrRefused() async {
        for _ in 0..<rounds / 2 {
            let exchange = Exchange()
            await exchange.stage.attending(exchange.lamp) {
                try? exchange.serve { ask, _ in ask }
                await Collision.happen {
                    do throws(RequestError) {
                        let reply = try await exchange.ask(5)
                        #expect(reply == Ask(number: 5))
                    } catch { #expect(error.description == #"nobody serves "lamp.double" now"#) }
                } end: { _ in
                    exchange.lamp.drain()
                }
            }
        }
    }
}
