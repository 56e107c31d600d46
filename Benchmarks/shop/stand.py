"""The real host with the shop, and those who buy there."""
import base64
import json
import pathlib
import subprocess
import sys
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parent.parent / "bars"))
import users  # noqa: E402
from town import Failed, Host, Person, all_pages  # noqa: E402, F401

SHOP = "/api/v1/shop"


class Stand(Host):
    """A host that runs the shop, and whatever else it is told."""

    def __init__(self, program, folder, settings=None, units=None, others=""):
        plugins = f"plugins: [{units}]\n" if units else ""
        users.write_keys(folder)
        access = users.DOCUMENT.replace(" } }\n", " }, roles: { claim: roles } }\n")
        super().__init__(
            program, folder,
            f"features:\n  shop: {{ settings: {json.dumps(settings or {})} }}\n{others}log: error\n{plugins}{access}")

    def check(self):
        """What `store check` says once the host has ended: its exit code and its words."""
        done = subprocess.run([self.program, "store", "check", "shop", "--state", str(self.state)],
                              capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout + done.stderr


class Worker(Person):
    """Somebody with roles."""

    def __init__(self, host, name, *roles):
        super().__init__(host, name)
        self.fields = {"Authorization": f"Bearer {users.token(name, roles=list(roles))}"}


class Guest(Person):
    """Somebody who has not signed in."""

    def __init__(self, host, name):
        super().__init__(host, name)
        self.key = base64.urlsafe_b64encode(f"{name:>16}".encode()[:16]).rstrip(b"=").decode()
        self.fields = {"X-Flagstand-Key": self.key}


def open_shop(host, products, stock, price=250):
    """A point and products that are counted; the point's id."""
    staff = Worker(host, "staff", "staff")
    point = staff.need("POST", f"{SHOP}/points", {"name": "North stand", "ordersPerSlot": 10_000})["id"]
    rows = [{"id": f"p{number}", "stock": {"": stock} if stock is not None else {},
             "product": {"name": f"Product {number}", "kind": "food", "category": "all", "price": price, "vat": 1_000}}
            for number in range(products)]
    staff.need("PUT", f"{SHOP}/products/import", {"products": rows})
    staff.leave()
    return point


def quoted(text):
    return urllib.parse.quote(text, safe="")
