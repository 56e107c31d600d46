internal import Calendars
internal import Delivery
internal import FeatureKit
internal import NotificationsContracts

// How a notification is brought to one person, channel after channel, or to a webhook.
extension NotificationService {
    /// Tries the channels in their order until one has taken the notification.
    ///
    /// - Throws: `JobFailure` where it is to be tried again.
    func perform(_ attempt: JobAttempt<ChannelJob>) async throws {
        let job = attempt.job
        guard let notice = try await notices.get(job.notice)?.document else { return }
        // Of what failed only the last attempt is written down; a device that is gone is gone in the next one.
        attempts.withLock { attempts in
            attempts[attempt.id] = attempts[attempt.id]?.filter { $0.outcome == .gone && $0.channel == .push }
        }
        guard job.webhook != nil || notice.isWithdrawn == job.isWithdrawal else {
            return note(Delivery(job, .withdrawn, nil, at: clock.now), attempt)
        }
        // What failed before is not brought in the night.
        if attempt.failures > 0, notice.notification.level != .emergency, let person = job.person,
            let end = try await choice(of: person).quiet?.end(at: clock.now, in: zones)
        {
            throw JobFailure.retry("quiet hours", after: clock.now.duration(to: end))
        }
        var failure: JobFailure?
        for channel in job.channels {
            do {
                if try note(try await bring(notice, by: channel, job), by: channel, attempt) { return }
            } catch let retry as JobFailure {
                // The next channel may take it now.
                failure = failure ?? retry
            }
        }
        if let failure { throw failure }
    }

    private typealias Tried = (service: PushAddress.Service?, outcome: DeliveryOutcome)

    private func bring(_ notice: Notice, by channel: DeliveryChannel, _ job: ChannelJob) async throws -> [Tried] {
        switch channel {
        case .mail: try await mail(notice, to: job.person).map { [(nil, $0)] } ?? []
        case .push: try await push(notice, job)
        case .webhook: [(nil, await channels.post(job, notice, now: clock.now))]
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

    /// Tells all devices of a person, none of which waits for another one.
    private func push(_ notice: Notice, _ job: ChannelJob) async throws -> [Tried] {
        guard let person = job.person else { return [] }
        let devices = try await pushAddresses.query(
            where: [.equals("person", person)], limit: PushAddress.mostPerPerson
        ).items.filter { channels.has($0.document.service) }
        guard !devices.isEmpty else { return [] }
        let (language, now) = (try await choice(of: person).language, clock.now)
        return try await withThrowingTaskGroup(of: Tried.self) { group in
            for device in devices {
                group.addTask {
                    let outcome = await channels.push(
                        notice, isWithdrawn: job.isWithdrawal, to: device, in: language, now: now)
                    if case .gone = outcome { try await pushAddresses.delete(device.id) }
                    return (device.document.service, outcome)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Notes what came of an attempt by one channel.
    ///
    /// - Returns: Whether it was delivered; to one device is enough.
    /// - Throws: `JobFailure` where it was not and may be later.
    private func note(
        _ tried: [Tried], by channel: DeliveryChannel, _ attempt: JobAttempt<ChannelJob>
    ) throws -> Bool {
        var (isDelivered, failure) = (false, JobFailure?.none)
        for (service, outcome) in tried {
            let name = [channel.rawValue, service?.rawValue, attempt.job.webhook].compactMap(\.self)
            channels.note(outcome, of: name.joined(separator: " "), log)
            let ended: (Delivery.Outcome, String?)
            switch outcome {
            case .delivered(let receipt): (isDelivered, ended) = (true, (.delivered, receipt))
            case .retry(let pause, let reason):
                failure = .retry("\(channel.rawValue): \(reason)", after: pause)
                ended = (.failed, "\(reason)")
            case .gone(let reason): ended = (.gone, "\(reason)")
            case .refused(let reason): ended = (.refused, "\(reason)")
            }
            note(Delivery(attempt.job, ended.0, ended.1, by: channel, service, at: clock.now), attempt)
        }
        if !isDelivered, let failure { throw failure }
        return isDelivered
    }

    private func note(_ delivery: Delivery, _ attempt: JobAttempt<ChannelJob>) {
        attempts.withLock { $0[attempt.id, default: []].append(delivery) }
    }

    /// Writes down what came of a job, in the transaction that ends it.
    func record(_ attempt: JobAttempt<ChannelJob>, _ end: JobEnd, _ tx: StoreTransaction) throws {
        for delivery in attempts.withLock({ $0.removeValue(forKey: attempt.id) }) ?? [] {
            try tx.insert(deliveries, delivery)
        }
        guard case .expired(let last) = end else { return }
        let channel = attempt.job.webhook.map { _ in DeliveryChannel.webhook }
        try tx.insert(deliveries, Delivery(attempt.job, .expired, last, by: channel, at: clock.now))
    }
}
