"""A mail server that prints what it gets, and refuses what the name before the @ of a recipient says;
that of held is taken once another one came.

mail_server.py starttls|plain|smtps

It prints its port and the path of its certificate ("-" without one), then a line of JSON for each mail. With a
certificate it wants ada to sign in with the password "lovelace".
"""
import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

from common import certificate, end_with_input, say

recipients = {
    "greylisted": "451 4.7.1 Try again later", "unknown": "550 5.1.1 <unknown@example.org>: no such mailbox",
    "full": "452 4.2.2 Mailbox full", "policy": "550 5.7.1 Not from you", "old": "550 No", "closing": "421 4.3.2 Closing",
}
others = asyncio.Event()
bodies = {"spam": "554 5.7.1 Spam", "busy": "451 4.3.0 Busy"}


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name in recipients:
            return recipients[name]
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0]
        if name in bodies:
            return bodies[name]
        if name == "held":
            await others.wait()
        others.set()
        say(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "bytes": envelope.original_content.hex(),
            "connection": session.peer[1], "encrypted": session.ssl is not None or kind == "smtps",
            "signed in": session.authenticated}))
        return "250 2.0.0 Queued as 17"


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"ada", b"lovelace"), handled=False)


async def main():
    path, tls, options = "-", None, {}
    if kind != "plain":
        path, key = certificate()
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(path, key)
        options = {"auth_required": True, "authenticator": authenticate, "auth_require_tls": kind == "starttls"}
    if kind == "starttls":
        options.update(tls_context=tls, require_starttls=True)
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Handler(), **options), "127.0.0.1", 0, ssl=tls if kind == "smtps" else None)
    say(server.sockets[0].getsockname()[1])
    say(path)
    await server.serve_forever()


kind = sys.argv[1]
end_with_input()
asyncio.run(main())
