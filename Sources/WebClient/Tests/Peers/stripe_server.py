"""A server that answers as Stripe's public API does: PaymentIntents, refunds, idempotency keys, declined cards, webhooks.

stripe_server.py

It prints its port. A line of its input says how the next requests go wrong: {"status": 500, "times": 2, "after": true},
where `after` means that the request is executed and its answer lost. GET /control/confirm/ID is the customer who confirms
in the app; GET /control/event/ID?type=T is a webhook, signed with whsec_test, as {"header": …, "body": …}.
"""
import collections
import hashlib
import hmac
import http.server
import json
import threading
import time
import urllib.parse

from common import end_with_input, say

lock = threading.Lock()
faults = collections.deque()
intents, charges, keys, refunds = {}, {}, {}, {}


class Refused(Exception):
    def __init__(self, status, code, message, **more):
        self.status, self.body = status, {"error": {"type": "invalid_request_error", "code": code, "message": message, **more}}


def succeed(intent):
    charge = {"id": f"ch_{len(charges) + 1}", "object": "charge", "amount_refunded": 0, "amount": intent["amount"]}
    charges[charge["id"]] = charge
    manual = intent["capture_method"] == "manual"
    intent.update(
        status="requires_capture" if manual else "succeeded", latest_charge=charge["id"], last_payment_error=None,
        amount_received=0 if manual else intent["amount"])


def confirm(intent, method):
    if method == "pm_card_chargeDeclined":
        error = {"code": "card_declined", "decline_code": "generic_decline", "message": "Your card was declined."}
        intent.update(status="requires_payment_method", last_payment_error=error)
        raise Refused(402, "card_declined", error["message"], decline_code="generic_decline")
    if method == "pm_card_threeDSecure2Required":
        intent.update(status="requires_action")
    else:
        succeed(intent)


def create(form):
    if int(form["amount"]) < 50:
        raise Refused(400, "amount_too_small", "Amount must be at least 50 cents")
    intent = {
        "id": f"pi_{len(intents) + 1}", "object": "payment_intent", "amount": int(form["amount"]), "amount_received": 0,
        "currency": form["currency"], "status": "requires_payment_method", "capture_method": form["capture_method"],
        "client_secret": f"pi_{len(intents) + 1}_secret", "latest_charge": None, "last_payment_error": None,
        "metadata": {name[9:-1]: value for name, value in form.items() if name.startswith("metadata[")}}
    intents[intent["id"]] = intent
    if form.get("confirm") == "true":
        confirm(intent, form["payment_method"])
    return intent


def act(intent, verb):
    if verb == "capture":
        if intent["status"] != "requires_capture":
            raise Refused(400, "payment_intent_unexpected_state", "This PaymentIntent could not be captured")
        intent.update(status="succeeded", amount_received=intent["amount"])
    else:
        if intent["status"] in ("succeeded", "canceled"):
            raise Refused(400, "payment_intent_unexpected_state", "You cannot cancel this PaymentIntent")
        intent.update(status="canceled")
    return intent


def refund(form):
    intent = intents[form["payment_intent"]]
    charge, amount = charges[intent["latest_charge"]], int(form["amount"])
    if charge["amount_refunded"] + amount > intent["amount_received"]:
        raise Refused(400, "charge_already_refunded", "Refund amount is greater than unrefunded amount on charge")
    charge["amount_refunded"] += amount
    refunds[len(refunds)] = amount
    return {"id": f"re_{len(refunds)}", "object": "refund", "amount": amount, "status": "succeeded",
            "payment_intent": intent["id"]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def carry_out(self, form):
        address = urllib.parse.urlsplit(self.path)
        parts = address.path.strip("/").split("/")
        query = dict(urllib.parse.parse_qsl(address.query))
        if parts[0] == "control":
            intent = intents[parts[2]]
            if parts[1] == "confirm":
                succeed(intent)
                return 200, intent
            body = json.dumps({"id": f"evt_{time.monotonic_ns()}", "object": "event", "type": query["type"],
                               "data": {"object": intent}})
            moment = int(query.get("time", time.time()))
            signature = hmac.new(b"whsec_test", f"{moment}.{body}".encode(), hashlib.sha256).hexdigest()
            return 200, {"header": f"t={moment},v1={signature},v0=00", "body": body}
        if self.headers.get("Authorization") != "Bearer sk_test":
            raise Refused(401, "invalid_api_key", "Invalid API Key provided")
        if parts == ["v1", "payment_intents"]:
            return 200, create(form)
        if parts == ["v1", "refunds"]:
            return 200, refund(form)
        intent = intents.get(parts[2])
        if intent is None:
            raise Refused(404, "resource_missing", "No such payment_intent")
        if len(parts) == 4:
            return 200, act(intent, parts[3])
        if "latest_charge" in query.values() and intent["latest_charge"]:
            return 200, {**intent, "latest_charge": charges[intent["latest_charge"]]}
        return 200, intent

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        form = dict(urllib.parse.parse_qsl(body))
        with lock:
            fault = faults.popleft() if faults and not self.path.startswith("/control") else None
            if fault and not fault.get("after"):
                return self.reply(fault["status"], {"error": {"type": "api_error", "message": "Something went wrong"}})
            key = self.headers.get("Idempotency-Key")
            try:
                if key in keys:
                    if keys[key][0] != (self.path, body):
                        raise Refused(400, None, "Keys for idempotent requests can only be used with the same parameters")
                    status, value = keys[key][1]
                else:
                    try:
                        status, value = self.carry_out(form)
                    except Refused as refused:
                        status, value = refused.status, refused.body
                    value = json.loads(json.dumps(value))
                    if key:
                        keys[key] = ((self.path, body), (status, value))
            except Refused as refused:
                status, value = refused.status, refused.body
            if fault:
                status, value = fault["status"], {"error": {"type": "api_error", "message": "Something went wrong"}}
        self.reply(status, value)

    do_GET = do_POST = answer


def take(line):
    fault = json.loads(line)
    with lock:
        faults.extend([fault] * fault.get("times", 1))


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
end_with_input(take)
say(server.server_port)
server.serve_forever()
