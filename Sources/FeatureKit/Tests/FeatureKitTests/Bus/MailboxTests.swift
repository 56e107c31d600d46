import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite(.timeLimit(.minutes(1))) struct MailboxTests {
    private let parcel = TypedParcel(1)

    /// Two loops may share one reader's place; each letter goes to one of them and the end to both.
    @Test func twoMayTakeFromOne() async {
        let mailbox = Mailbox(.dropOldest(1_000))
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    var count = 0
                    var batch: [Mailbox.Letter] = []
                    while await mailbox.take(into: &batch) {
                        count += batch.count
                        batch.removeAll()
                    }
                    return count
                }
            }
            for _ in 0..<500 {
                mailbox.putAndWake(parcel)
                await Task.yield()
            }
            mailbox.close()
            return await group.reduce(0, +)
        }
        #expect(taken == 500)
        #expect(mailbox.counts.delivered == 500)
    }

    @Test func aClosedOneTakesNothingMore() async {
        let mailbox = Mailbox(.dropOldest(4))
        mailbox.putAndWake(parcel)
        mailbox.close()
        mailbox.putAndWake(parcel)
        #expect(mailbox.counts.waiting == 1)
        var batch: [Mailbox.Letter] = []
        #expect(await mailbox.take(into: &batch))
        #expect(await mailbox.take(into: &batch) == false)
        #expect(mailbox.counts.dropped == 0)
        #expect(mailbox.hasRoom(orRaise: Signal()))
    }

    /// "The newest n" would be a lie if the reader's hands held a buffer's worth of old ones.
    @Test(arguments: [(1, 1), (3, 1), (8, 2), (100, 25), (65_536, 64)])
    func takesAtMostAQuarterAtOnce(_ capacity: Int, _ batchSize: Int) async {
        let mailbox = Mailbox(.dropOldest(capacity))
        for _ in 0..<min(capacity, 200) { mailbox.putAndWake(parcel) }
        var batch: [Mailbox.Letter] = []
        #expect(await mailbox.take(into: &batch))
        #expect(batch.count == batchSize)
    }
}
