internal import FeatureKit
internal import Receipts

// Receipts are made out in the transaction that takes or gives back the money, so that their series has no gaps.
extension OrderTransaction {
    /// Makes out the receipt of an order that is paid.
    func makeReceipt(of order: Order, _ id: ID<Order>) throws -> String {
        try make(order.receiptLines, series: "F", of: order, id)
    }

    /// Makes out the receipt that rectifies that of an order, by what was given back.
    func makeRectifyingReceipt(of refund: Refund, _ order: Order, _ id: ID<Order>) throws -> String? {
        guard let rectified = order.receipt else { return nil }
        var lines = order.lines.compactMap { line in
            refund.lines[line.id].map { quantity in
                ReceiptLine(
                    name: line.fullName, quantity: -quantity,
                    total: line.price(of: line.refundedQuantity - quantity) - line.price(of: line.refundedQuantity),
                    vat: line.vat)
            }
        }
        // Parts of the lines' rates, where it is an amount alone.
        if lines.isEmpty {
            lines = try order.receiptLines.givingBack(refund.amount, named: refund.why, in: order.currency)
        }
        return try make(lines, series: "R", of: order, id, rectifies: rectified, why: refund.why)
    }

    private func make(
        _ lines: [ReceiptLine], series: String, of order: Order, _ id: ID<Order>, rectifies: String? = nil,
        why: String? = nil
    ) throws -> String {
        let name = "\(series)\(today.prefix(4))"
        var last = try tx.get(service.series, name)?.document ?? ReceiptSeries()
        last.last += 1
        try tx.put(service.series, last, id: name)
        let digits = String(last.last)
        let number = "\(name)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        try tx.insert(
            service.receipts,
            Receipt(
                number: number, order: id, orderNumber: order.number, at: now, seller: settings.seller,
                pointName: order.pointName, lines: lines, currency: order.currency, rectifies: rectifies, why: why,
                keepUntil: keepUntil))
        return number
    }
}

extension OrderLine {
    /// The name with its options.
    var fullName: String { options.isEmpty ? name : "\(name) (\(options.joined(separator: ", ")))" }
}

extension Order {
    /// What was ordered, as its receipt lists it.
    var receiptLines: [ReceiptLine] {
        lines.map { ReceiptLine(name: $0.fullName, quantity: $0.quantity, total: $0.total, vat: $0.vat) }
    }
}
