"""Reads mails as Python's own package does: for each line of its input, a mail in hexadecimal digits, a line of JSON."""
import email
import email.policy
import json
import sys

for line in sys.stdin:
    raw = bytes.fromhex(line)
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    parts = {part: mail.get_body((part,)) for part in ("plain", "html")}
    lines = raw.split(b"\r\n")
    print(json.dumps({
        "subject": mail["subject"], "from": mail["from"].addresses[0].display_name + mail["from"].addresses[0].addr_spec,
        "date": mail["date"].datetime.isoformat(), "defects": [str(defect) for defect in mail.defects],
        "fits": max(map(len, lines)) <= 200, "stray": any(b"\n" in line or b"\r" in line for line in lines),
        "ascii": raw.isascii(),
        **{name: part and part.get_content().replace("\r\n", "\n") for name, part in parts.items()},
    }), flush=True)
