internal import FeatureKit

/// Why this module refuses.
@Refusals enum ShopRefusal: Equatable {
    @Refuses(401, "Sign in, or let your client keep its key.", code: "unauthenticated") case nobody
    @Refuses(404, "There is no such product.", code: "not-found") case noProduct
    @Refuses(404, "The product has no image.", code: "not-found") case noImage
    @Refuses(404, "There is no such point of sale.", code: "not-found") case noPoint
    @Refuses(404, "There is no such promotion.", code: "not-found") case noPromotion
    @Refuses(404, "The cart has no such line.", code: "not-found") case noLine
    @Refuses(404, "You have no such order.", code: "not-found") case noOrder
    @Refuses(404, "There is no such receipt.", code: "not-found") case noReceipt
    @Refuses(404, "There is no such payment.", code: "not-found") case noPayment
    @Refuses(403, "This is for those who work at the point of sale.", code: "forbidden") case notYourPoint

    @Refuses(409, "There are {count} open orders; let them end first.") case openOrders(count: Int)
    @Refuses(409, "There is a promotion {code} already.") case codeTaken(code: String)
    @Refuses(415, "Send text/csv or application/json.", code: "unsupported-media-type") case fileType

    // Cart.
    @Refuses(409, "The cart has {most} lines at most.", code: "full") case tooManyLines(most: Int)
    @Refuses(400, "quantity: a line has {most} at most.", code: "invalid") case tooMany(most: Int)
    @Refuses(400, "variant: choose one of {variants}.", code: "invalid") case chooseVariant(variants: [String])
    @Refuses(400, "variant: the product has none.", code: "invalid") case noVariants
    @Refuses(400, "extras: \"{extra}\" is none of the product's.", code: "invalid") case noExtra(extra: String)
    @Refuses(409, "\"{code}\" is not good: {why}.", code: "promotion") case promotion(code: String, why: String)

    // Checkout.
    @Refuses(409, "The cart is empty.") case emptyCart
    @Refuses(400, "point: say where you pick it up.", code: "invalid") case sayPoint
    @Refuses(409, "Something in the cart has changed; look at it again.") case cartChanged(cart: Value)
    @Refuses(409, "The total is {total}, not {expected}.", code: "cart-changed")
    case otherTotal(total: Int64, expected: Int64, cart: Value)
    @Refuses(409, "{point} takes no orders at the moment.", code: "point-paused") case paused(
        point: String, why: String)
    @Refuses(409, "{point} is closed.", code: "point-closed") case pointClosed(point: String)
    @Refuses(409, "The slot is full or over; choose another one.") case slotTaken(slots: [Timestamp])
    @Refuses(409, "{point} does not bring orders to seats.", code: "no-delivery") case noDelivery(point: String)
    @Refuses(409, "Confirm that you are at least {age} years old.") case ageUnconfirmed(age: Int)
    @Refuses(409, "Pay or cancel your other orders first; {most} may be unpaid.") case tooManyUnpaid(most: Int)
    @Refuses(404, "Express checkout is not offered to you.", code: "not-found") case noExpress

    // Orders and payments.
    @Refuses(409, "That can't be done with an order that is {state}.") case notPossible(state: Order.State)
    @Refuses(403, "That is not for you to do with an order that is {state}.", code: "forbidden")
    case notYours(state: Order.State)
    @Refuses(409, "The order is no longer reserved for you; order again.") case reservationOver
    @Refuses(409, "The order was paid for too often without success; order again.") case tooManyAttempts
    @Refuses(402, "The payment was declined: {why}.") case declined(why: String)
    @Refuses(503, "The payment can't be taken just now: {why}.", code: "unavailable", retryAfter: .seconds(5))
    case processorDown(why: String)
    @Refuses(400, "method: \"{method}\" is none of {methods}.", code: "invalid")
    case noMethod(method: String, methods: [String])
    @Refuses(400, "processor: the shop does not take that.", code: "invalid") case noProcessor
    @Refuses(400, "The message is not signed by Stripe.", code: "invalid") case notSigned
    @Refuses(400, "The App Store does not vouch for it: {why}.", code: "invalid") case appStore(why: String)
    @Refuses(409, "Somebody else has taken this purchase.") case purchaseTaken
    @Refuses(409, "Only {left} of it can be given back.") case tooMuch(left: Int64)
    @Refuses(400, "Say either lines or an amount.", code: "invalid") case linesOrAmount
    @Refuses(403, "The code is not that of the order.") case wrongCode
    @Refuses(409, "There are only {available} in stock.") case notThatMany(available: Int)
}
