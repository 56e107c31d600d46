internal import FeatureKit
internal import Payments

/// What a processor is to be asked about a payment.
@Record struct PaymentJob: Equatable {
    enum What: String, CaseIterable, Shaped { case report, capture, cancel, refund }

    static let queue = JobQueue<PaymentJob>("payments")
    /// How long a processor is asked again and again.
    static let patience = Duration.seconds(30 * 86_400)

    var payment: ID<Payment>
    /// What to ask.
    var what: What
    var refund: ID<Refund>?
}

extension ShopService {
    /// Asks a processor and settles what it reports.
    func perform(_ attempt: JobAttempt<PaymentJob>) async throws {
        let (job, id) = (attempt.job, attempt.job.payment)
        guard let payment = try await payments.get(id)?.document else { return }
        guard let processor = processors[payment.processor] else {
            throw JobFailure.retry("the settings name no processor \(payment.processor.rawValue)")
        }
        var refund: Stored<Refund>?
        if let id = job.refund { refund = try await refunds.get(id) }
        let order = payment.order(id)
        let report: PaymentReport
        do throws(PaymentFailure) {
            switch job.what {
            case .report: report = try await processor.report(order)
            case .capture: report = try await processor.capture(order)
            case .cancel: report = try await processor.cancel(order)
            case .refund:
                guard let refund else { return }
                report = try await processor.refund(refund.document.amount, id: refund.id, of: order)
            }
        } catch {
            switch error {
            case .unknown(let why): throw JobFailure.retry(why)
            case .refused(let why): throw JobFailure.giveUp(why)
            }
        }
        _ = try await transact { try $0.settle(id, report) }
    }

    /// Notes how a job ended, in the transaction that ends it.
    func ended(_ attempt: JobAttempt<PaymentJob>, _ end: JobEnd, _ tx: StoreTransaction) throws {
        guard let refund = attempt.job.refund else { return }
        switch end {
        case .done: break
        case .gaveUp(let why): try OrderTransaction(self, tx).failRefund(refund, why: why)
        case .expired(let why): try OrderTransaction(self, tx).failRefund(refund, why: why ?? "expired")
        }
    }
}

extension Payment {
    /// The payment as a processor is asked about it.
    func order(_ id: ID<Payment>) -> PaymentOrder {
        PaymentOrder(
            id: id.text, amount: amount, currency: currency, method: method, reference: reference,
            about: ["order": order.text])
    }
}
