internal import Delivery
internal import FeatureKit
internal import NotificationsContracts

// How a notification is brought to one person, channel after channel.
extension NotificationService {
    /// Tries the channels in their order until one has taken the notification.
    ///
    /// - Throws: `JobFailure` where it is to be tried again.
    func perform(_ attempt: JobAttempt<ChannelJob>) async throws {
        let job = attempt.job
        guard let notice = try await notices.get(job.notice)?.document else { return }
        // Of attempts only the last one is written down.
        attempts.withLock { $0[attempt.id] = nil }
        guard notice.isWithdrawn == job.isWithdrawal else { return note(.withdrawn, nil, nil, notice, attempt) }
        var failure: JobFailure?
        for channel in job.channels {
            let outcome = try await deliver(notice, by: channel, job)
            channels.note(outcome, of: channel, log)
            switch outcome {
            case .delivered(let receipt): return note(.delivered, channel, receipt, notice, attempt)
            // The next channel may take it now.
            case .retry(let pause, let reason):
                failure = failure ?? .retry("\(channel.rawValue): \(reason)", after: pause)
            case .gone(let reason): note(.gone, channel, "\(reason)", notice, attempt)
            case .refused(let reason): note(.refused, channel, "\(reason)", notice, attempt)
            case nil: continue
            }
        }
        if let failure { throw failure }
    }

    private func deliver(_ notice: Notice, by channel: Channel, _ job: ChannelJob) async throws -> DeliveryOutcome? {
        switch channel {
        case .mail: try await mail(notice, to: job.person)
        case .push: try await push(notice, to: job.person, isWithdrawal: job.isWithdrawal)
        }
    }

    private func mail(_ notice: Notice, to person: String?) async throws -> DeliveryOutcome? {
        let notification = notice.notification
        var (address, language) = (notification.to.mail, notification.to.language)
        if let person {
            let (contact, choice) = (try await contact(of: person), try await choice(of: person))
            (address, language) = (contact.email, choice.language ?? contact.language)
        }
        guard let address else { return nil }
        var link: Secret?
        if let ticket = notification.ticket {
            do throws(RequestError) {
                link = try await bus.request(.ticketLink, TicketID(ticket: ticket), within: .seconds(5)).link
            } catch {
                guard error.refusal?.status == 404 else { throw JobFailure.retry("\(error)") }
                return .refused(.invalid("ticket, which was used or has expired"))
            }
        }
        return await channels.mail(
            notice, to: address, in: language, link: link,
            unsubscribe: person.flatMap { unsubscribeLink(of: $0, kind: notification.kind) })
    }

    /// Tells all browsers of a person; one that took it is enough.
    private func push(_ notice: Notice, to person: String?, isWithdrawal: Bool) async throws -> DeliveryOutcome? {
        guard let person, channels.push != nil else { return nil }
        let addresses = try await pushAddresses.query(
            where: [.equals("person", person)], limit: PushAddress.mostPerPerson
        ).items
        guard !addresses.isEmpty else { return nil }
        let language = try await choice(of: person).language
        var taken: DeliveryOutcome?
        var failed: DeliveryOutcome?
        for address in addresses {
            let outcome = await channels.push(
                notice, isWithdrawn: isWithdrawal, to: address.document, in: language, now: clock.now)
            switch outcome {
            case .delivered: taken = outcome
            case .gone:
                try await pushAddresses.delete(address.id)
                failed = failed ?? outcome
            case .refused: failed = failed ?? outcome
            case .retry: failed = outcome
            }
        }
        return taken ?? failed
    }

    private func note(
        _ outcome: Delivery.Outcome, _ channel: Channel?, _ reason: String?, _ notice: Notice,
        _ attempt: JobAttempt<ChannelJob>
    ) {
        let delivery = Delivery(
            notice: attempt.job.notice, person: attempt.job.person, kind: notice.notification.kind, channel: channel,
            outcome: outcome, reason: reason.map { String($0.prefix(500)) }, at: clock.now)
        attempts.withLock { $0[attempt.id, default: []].append(delivery) }
    }

    /// Writes down what came of a job, in the transaction that ends it.
    func record(_ attempt: JobAttempt<ChannelJob>, _ end: JobEnd, _ tx: StoreTransaction) throws {
        let noted = attempts.withLock { $0.removeValue(forKey: attempt.id) } ?? []
        for delivery in noted { try tx.insert(deliveries, delivery) }
        let reason: String?
        switch end {
        case .done: return
        case .expired(let last): reason = last
        case .gaveUp(let last): reason = last
        }
        let kind = try tx.get(notices, attempt.job.notice)?.document.notification.kind ?? ""
        guard !kind.isEmpty else { return }
        try tx.insert(
            deliveries,
            Delivery(
                notice: attempt.job.notice, person: attempt.job.person, kind: kind, channel: nil, outcome: .expired,
                reason: reason, at: clock.now))
    }
}
