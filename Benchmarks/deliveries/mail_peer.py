"""A mail server that now and then fails. mail_peer.py LOG SEED; prints its port."""
import asyncio

from aiosmtpd.smtp import SMTP

import failures


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        number = int(address[1:address.index("@")])
        if failures.fate(number) == "gone":
            return "550 5.1.1 No such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        number = int(envelope.rcpt_tos[0][1:envelope.rcpt_tos[0].index("@")])
        if f"Number {number}".encode() not in envelope.content:
            return "554 5.6.0 Not the mail of this person"
        fate = failures.fate(number)
        if fate == "busy":
            return "451 4.3.0 Busy"
        if fate == "later":
            return "452 4.2.2 Mailbox full"
        if fate in ("dropped", "unsaid"):
            if fate == "unsaid":
                failures.took(number, "unsaid")
            server.transport.abort()
            return "421 4.3.2 Closing"
        if fate == "slow":
            await asyncio.sleep(failures.pause())
        failures.took(number, "left" if server.transport.is_closing() else "said")
        return "250 2.0.0 Taken"


async def main():
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Handler()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


failures.end_with_input()
asyncio.run(main())
