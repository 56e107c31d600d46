"""tokens.py FOLDER COUNT: makes keys and so many tokens of each kind, with the program openssl."""
import base64
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "http"))
from tokens import KINDS, Key, keys_file  # noqa: E402


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    made = [Key(folder, kind.lower(), kind) for kind in KINDS]
    keys_file(folder, made)
    tokens = {}
    for key in made:
        (folder / f"{key.kind}.der").write_bytes(key.der)
        tokens[key.kind] = [key.token(f"person-{number}") for number in range(count)]
    (folder / "tokens.json").write_text(json.dumps(tokens))


if __name__ == "__main__":
    main()
