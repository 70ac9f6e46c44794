# SPDX-License-Identifier: Apache-2.0
"""Encrypted files are opened, marked and saved, and strangers open them as before."""

import csv
import os
import pty
import re
import select
import subprocess

import pikepdf
import pytest
from pyhanko.pdf_utils.reader import PdfFileReader

from calls import RECT, desk, run
from encrypted_fixtures import FORMS, KINDS, OWNER, TITLE, USER, WORDS, contents, encrypted, plain
from Judges import corpus, tool
from Judges.renderers import Pdfium

EVERY = [(kind, form) for kind in KINDS for form in FORMS if (kind, form) != ("rc4-40", "stream")]


@pytest.fixture
def here(tmp_path):
    return desk(tmp_path)


def sign(here, *words, file="a.pdf", out="out.pdf", mark="ink.json"):
    return run(here, "sign", file, "--mark", mark, "--page", "1", "--rect", RECT, "-o", out, *words)


def info(here, *words, file="a.pdf"):
    return run(here, "info", file, "--json", *words)


def check(path, password):
    return subprocess.run(
        ["qpdf", "--check", f"--password={password}", path], capture_output=True, text=True
    )


@pytest.mark.parametrize("kind, form", EVERY)
def test_either_password_opens_and_no_other(here, kind, form):
    encrypted(here, kind, form)
    for password, right in ((USER, "user"), (OWNER, "owner")):
        answer = info(here, "--password", password)
        assert answer.status == 0, answer.stderr
        assert answer.value["encrypted"] is True and answer.value["encryption"]["right"] == right
        assert answer.value["title"] == TITLE and answer.value["diagnostics"] == []
        assert run(here, "check", "a.pdf", "--password", password).status == 0
    assert (info(here).status, info(here).errors[0]["code"]) == (81, "passwordRequired")
    wrong = info(here, "--password", "wrong")
    assert (wrong.status, wrong.errors[0]["code"]) == (82, "wrongPassword")


@pytest.mark.parametrize("way", ["content", "annotation"])
@pytest.mark.parametrize("kind, form", EVERY)
def test_a_marked_file_stays_encrypted_with_the_same_key(here, kind, form, way):
    source = encrypted(here, kind, form)
    before = source.read_bytes()
    answer = sign(here, "--password", OWNER, "--as", way)
    assert answer.status == 0, answer.stderr
    signed = here / "out.pdf"
    assert signed.read_bytes()[: len(before)] == before
    assert INK_TEXT not in signed.read_bytes()[len(before) :]
    for password in (USER, OWNER):
        said = check(signed, password)
        assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
        assert contents(signed, password) == contents(source, password)
        if kind == "aes-256-R5":
            continue  # pyHanko knows no such files
        with open(signed, "rb") as file:
            reader = PdfFileReader(file, strict=False)
            assert reader.decrypt(password).status.name == password.split()[0].upper()
            assert reader.root["/Pages"]["/Count"] == 1
    assert check(signed, "wrong").returncode != 0
    document = Pdfium(signed, USER)
    assert WORDS in document.text(0)
    x, y, w, h = map(int, RECT.split(","))
    assert document.draw(0, 1, (x, y, x + w, y + h)).grey().min() < 100
    assert document.draw(0, 1, (0, y + h + 5, 300, 340)).grey().min() > 250


INK_TEXT = b"/Matrix" + b"[1 0 0 1"
"""Part of an appearance that would be seen if the update were not encrypted."""


@pytest.mark.parametrize("kind, form", [("rc4-128", "table"), ("aes-128", "stream"), ("aes-256", "stream")])
def test_one_change_gives_the_same_bytes_twice(here, kind, form):
    encrypted(here, kind, form)
    for name in ("one.pdf", "two.pdf"):
        assert sign(here, "--password", USER, out=name).status == 0
    assert (here / "one.pdf").read_bytes() == (here / "two.pdf").read_bytes()


@pytest.mark.parametrize("kind, form", EVERY)
def test_a_broken_cross_reference_is_rebuilt(here, kind, form):
    source = encrypted(here, kind, form)
    data, whole = source.read_bytes(), contents(source, USER)
    source.write_bytes(re.sub(rb"startxref\s+\d+", b"startxref\n7", data))
    answer = info(here, "--password", USER)
    assert answer.value["repaired"] is True and answer.value["title"] == TITLE
    assert sign(here, "--password", OWNER).status == 0
    said = check(here / "out.pdf", USER)
    assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
    assert contents(here / "out.pdf", USER) == whole


@pytest.mark.parametrize("kind, form", [("rc4-40", "table"), ("aes-128", "stream"), ("aes-256", "table")])
def test_revisions_come_back(here, kind, form):
    source = encrypted(here, kind, form)
    before = source.read_bytes()
    words = ("--password", OWNER)
    assert run(here, "sign", "a.pdf", "--mark", "ink.json", "--page", "1", "--rect", RECT, "--in-place",
               *words).status == 0  # fmt: skip
    assert run(here, "revisions", "a.pdf", "--restore", "1", "-o", "first.pdf", *words).status == 0
    assert (here / "first.pdf").read_bytes() == before
    answer = run(here, "revisions", "a.pdf", "--restore", "1", "--in-place", *words)
    assert answer.status == 0, answer.stderr
    said = check(source, USER)
    assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
    assert contents(source, USER) == contents(here / "first.pdf", USER)
    assert Pdfium(source, USER).draw(0, 1, (100, 100, 180, 140)).grey().min() > 250


PERMISSIONS = {
    "print": "print_lowres", "printHighQuality": "print_highres", "copy": "extract",
    "modify": "modify_other", "annotate": "modify_annotation", "fill": "modify_form",
    "accessibility": "accessibility", "assemble": "modify_assembly",
}  # fmt: skip


@pytest.mark.parametrize(
    "kind, options",
    [
        ("aes-256", ["--print=none"]), ("aes-256", ["--print=low", "--extract=n"]),
        ("aes-256", ["--modify=none"]), ("aes-256", ["--modify=assembly"]),
        ("aes-256", ["--modify=form"]), ("aes-256", ["--modify=annotate"]),
        ("rc4-128", ["--accessibility=n"]), ("aes-128", ["--modify=form", "--print=none"]),
        ("rc4-40", ["--print=n"]), ("rc4-40", ["--modify=n", "--extract=n"]), ("rc4-40", ["--annotate=n"]),
    ],
)  # fmt: skip
def test_permissions_are_told_as_qpdf_tells_them(here, kind, options):
    path = encrypted(here, kind, options=options)
    found = info(here, "--password", USER).value["encryption"]["permissions"]
    with pikepdf.open(path, password=USER) as pdf:
        assert found == {name: getattr(pdf.allow, other) for name, other in PERMISSIONS.items()}
    text = run(here, "info", "a.pdf", "--password", USER).text
    for line, wanted in (("permitted", True), ("forbidden", False)):
        told = re.search(rf"^  {line} +(.*)$", text, re.M)
        names = set(told[1].split(", ")) if told else set()
        assert names == {name for name, value in found.items() if value is wanted}


@pytest.mark.parametrize(
    "options, content, annotation",
    [
        (["--modify=none"], False, False), (["--modify=assembly"], False, False),
        (["--modify=form"], False, False), (["--modify=annotate"], False, True),
        (["--modify=all"], True, True),
    ],
)  # fmt: skip
def test_the_user_may_do_what_is_permitted_and_the_owner_everything(here, options, content, annotation):
    encrypted(here, "aes-256", options=options)
    for way, allowed in (("content", content), ("annotation", annotation)):
        answer = sign(here, "--as", way, "--password", USER, "--json")
        assert answer.status == (0 if allowed else 77)
        if not allowed:
            assert answer.errors[0]["code"] == "permissionDenied" and "owner" in answer.stderr
            assert not (here / "out.pdf").exists()
        (here / "out.pdf").unlink(missing_ok=True)
        assert sign(here, "--as", way, "--password", OWNER).status == 0
        (here / "out.pdf").unlink()


def test_a_file_without_a_user_password_opens_and_says_what_it_is(here):
    encrypted(here, "aes-256", user="", options=["--modify=none"])
    assert info(here).value["encryption"]["right"] == "user"
    text = run(here, "info", "a.pdf").text
    assert "encrypted   AES-256, revision 6, opened with the user's right" in text
    assert sign(here).status == 77


def test_a_password_may_stand_in_a_file(here):
    encrypted(here, "aes-256")
    for line in (USER, f"{USER}\n", f"{USER}\r\nmore"):
        (here / "word").write_bytes(line.encode())
        assert info(here, "--password-file", "word").status == 0
    assert info(here, "--password-file", "nowhere").status == 66
    assert info(here, "--password-file", "word", "--password", "other").status == 0
    (here / "word").write_text("other")
    assert info(here, "--password-file", "word").status == 82
    (here / "word").write_text("x" * 5000)
    assert info(here, "--password-file", "word").status == 88


def test_help_says_that_others_can_see_a_password(here):
    for verb in ("info", "check", "sign", "stamp", "revisions"):
        words = " ".join(run(here, verb, "--help").text.split())
        assert "Others on this machine can see it" in words and "--password-file" in words


def ask(here, *words, typed):
    """Runs inkstone at a terminal of its own; gives what the terminal showed, and the status."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(here)
        os.execvp(tool.command()[0], [*tool.command(), *words])
    shown, answers = b"", list(typed)
    while True:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, f"nothing came after {shown!r}"
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
        if answers and shown.endswith(b": "):
            os.write(terminal, answers.pop(0).encode())
    _, status = os.waitpid(child, 0)
    return shown.decode(), os.waitstatus_to_exitcode(status)


def test_a_password_is_asked_for_at_a_terminal_and_not_shown(here):
    encrypted(here, "aes-256")
    shown, status = ask(here, "info", "a.pdf", typed=["wrong\n", f"{USER}\n"])
    assert status == 0 and "AES-256" in shown and shown.count("Password of a.pdf: ") == 2
    assert "wrong" not in shown and USER not in shown
    shown, status = ask(here, "info", "a.pdf", typed=["1\n", "2\n", "3\n"])
    assert status == 82
    shown, status = ask(here, "info", "a.pdf", typed=["\x03"])
    assert status == 130


def test_an_encrypted_mark_opens_without_a_password(here):
    encrypted(here, "aes-256", "stream", user="", name="mark.pdf")
    answer = sign(here, mark="mark.pdf")
    assert answer.status == 0, answer.stderr
    assert WORDS in Pdfium(here / "out.pdf").text(0)
    encrypted(here, "aes-256", name="locked.pdf")
    locked = sign(here, "--json", mark="locked.pdf", out="b.pdf")
    assert locked.status == 81 and locked.errors[0]["place"]["file"] == "locked.pdf"


@pytest.mark.parametrize(
    "revision, word",
    [(4, "hôtel"), (4, "x" * 40), (6, "hôtel"), (6, "naïve “x”"), (6, "密码"), (6, "SªSL\u00adprep"),
     (6, "x" * 127)],
)  # fmt: skip
def test_passwords_beyond_ascii_as_pikepdf_writes_them(here, revision, word):
    with pikepdf.open(encrypted(here, "aes-256", user="", owner="x")) as pdf:
        pdf.save(here / "b.pdf", encryption=pikepdf.Encryption(user=word, owner="o", R=revision))
    assert info(here, "--password", word, file="b.pdf").status == 0


def test_the_known_passwords_of_real_files_open_theirs(here):
    table = corpus.folder() / "passwords.csv"
    rows = []
    if table.exists():
        with open(table, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["verified_in"] != "none"]
    print(f"{len(rows)} passwords of corpus files")
    for row in rows:
        words = ["--password", bytes.fromhex(row["password_utf8_hex"])]
        answer = run(here, "info", "--json", corpus.folder() / row["path"], *map(os.fsdecode, words))
        assert answer.status == 0, (row["path"], answer.stderr)
        assert answer.value["encryption"]["right"] in row["matches"].split("+"), row["path"]


# Encrypting, decrypting, writing anew


def lock(here, *words, file="plain.pdf", out="locked.pdf"):
    (here / "plain.pdf").write_bytes(plain())
    (here / "u").write_text(USER)
    (here / "o").write_text(OWNER)
    return run(here, "encrypt", file, "--user-password-file", "u", "--owner-password-file", "o", "-o", out, *words)


def objects(path, password=""):
    """Every object as a stranger reads it, by what it says, without numbers that move."""
    with pikepdf.open(path, password=password) as pdf:
        found = []
        for each in pdf.objects:
            if isinstance(each, pikepdf.Stream):
                data = each.read_raw_bytes()
                if each.get("/Type") in ("/XRef", "/ObjStm"):
                    continue
                found.append(repr(data))
            elif isinstance(each, pikepdf.Dictionary) and "/StmF" in each:
                continue
            else:
                found.append(re.sub(r"\bobject \d+|\d+ \d+ R|Object\(\d+, \d+\)", "", each.unparse().decode("latin-1")))
        return sorted(found)


def test_what_is_encrypted_opens_by_both_passwords_for_all(here):
    answer = lock(here, "--allow", "print,copy")
    assert answer.status == 0, answer.stderr
    path = here / "locked.pdf"
    assert TITLE.encode("utf-16-be") not in path.read_bytes() and WORDS.encode() not in path.read_bytes()
    for password, right in ((USER, "user"), (OWNER, "owner")):
        said = check(path, password)
        assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
        assert contents(path, password)[:4] == contents(here / "plain.pdf", "")[:4]
        with open(path, "rb") as file:
            reader = PdfFileReader(file)
            assert reader.decrypt(password).status.name == right.upper()
            assert reader.root["/Pages"]["/Count"] == 1
        assert WORDS in Pdfium(path, password).text(0)
        text = subprocess.run(["pdftotext", "-upw", password, "-opw", password, path, "-"], capture_output=True)
        assert WORDS in text.stdout.decode()
        assert info(here, "--password", password, file="locked.pdf").value["encryption"]["right"] == right
    assert check(path, "wrong").returncode != 0
    with pikepdf.open(path, password=USER) as pdf:
        assert (pdf.encryption.R, pdf.encryption.bits) == (6, 256)
        told = {name for name in PERMISSIONS if getattr(pdf.allow, PERMISSIONS[name])}
        assert told == {"print", "copy", "accessibility"}


def test_encrypting_and_decrypting_give_the_same_document(here):
    assert lock(here).status == 0
    answer = run(here, "decrypt", "locked.pdf", "--password-file", "o", "-o", "open.pdf")
    assert answer.status == 0, answer.stderr
    assert info(here, file="open.pdf").value["encrypted"] is False
    said = check(here / "open.pdf", "")
    assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
    run(here, "rewrite", "plain.pdf", "-o", "again.pdf")
    assert objects(here / "open.pdf") == objects(here / "again.pdf")
    subprocess.run(["qpdf", "--decrypt", f"--password={OWNER}", here / "locked.pdf", here / "theirs.pdf"], check=True)
    assert contents(here / "theirs.pdf", "") == contents(here / "open.pdf", "")


@pytest.mark.parametrize("kind, form", EVERY)
def test_every_encryption_is_taken_away_as_qpdf_takes_it(here, kind, form):
    source = encrypted(here, kind, form)
    assert run(here, "decrypt", "a.pdf", "--password", OWNER, "-o", "open.pdf").status == 0
    said = check(here / "open.pdf", "")
    assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
    assert contents(here / "open.pdf", "") == contents(source, OWNER)
    assert b"/Crypt" not in (here / "open.pdf").read_bytes()


@pytest.mark.parametrize("classic", [(), ("--classic",)])
@pytest.mark.parametrize("kind, form", EVERY)
def test_a_file_that_is_written_anew_stays_encrypted(here, kind, form, classic):
    source = encrypted(here, kind, form)
    answer = run(here, "rewrite", "a.pdf", "--password", USER, "-o", "new.pdf", *classic)
    assert answer.status == 0, answer.stderr
    for password in (USER, OWNER):
        said = check(here / "new.pdf", password)
        assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
        assert contents(here / "new.pdf", password) == contents(source, password)
    before, after = (info(here, "--password", USER, file=name).value["encryption"] for name in ("a.pdf", "new.pdf"))
    assert before == after


def test_only_the_owner_changes_the_encryption(here):
    assert lock(here).status == 0
    for words in (["decrypt", "locked.pdf"], ["encrypt", "locked.pdf", "--owner-password-file", "o"]):
        answer = run(here, *words, "--password", USER, "-o", "b.pdf")
        assert answer.status == 77 and "owner's password" in answer.stderr
        assert not (here / "b.pdf").exists()
    assert run(here, "decrypt", "locked.pdf", "-o", "b.pdf").status == 81
    assert run(here, "encrypt", "locked.pdf", "--owner-password", "new", "--password", OWNER, "-o", "b.pdf").status == 0
    assert info(here, file="b.pdf").value["encryption"]["right"] == "user"
    assert info(here, "--password", "new", file="b.pdf").value["encryption"]["right"] == "owner"


def test_encrypt_and_decrypt_say_what_is_wrong(here):
    for words, told in (
        (["decrypt", "a.pdf"], "not encrypted"),
        (["encrypt", "a.pdf"], "--owner-password-file"),
        (["encrypt", "a.pdf", "--owner-password", ""], "empty"),
        (["encrypt", "a.pdf", "--owner-password", "o", "--allow", "fly"], "fly"),
        (["encrypt", "a.pdf", "--owner-password", "o", "--user-password", "o", "--allow", "none"], "another"),
        (["encrypt", "a.pdf", "--owner-password", "o", "--owner-password-file", "ink.json"], "once"),
    ):
        answer = run(here, *words, "-o", "b.pdf")
        assert answer.status == 64 and told in answer.stderr, answer.stderr
        assert not (here / "b.pdf").exists()


def test_encryption_goes_to_standard_output_and_in_place(here):
    (here / "plain.pdf").write_bytes(plain())
    answer = run(here, "encrypt", "plain.pdf", "--owner-password", OWNER, "-o", "-")
    (here / "piped.pdf").write_bytes(answer.stdout)
    assert check(here / "piped.pdf", "").returncode == 0
    assert run(here, "encrypt", "plain.pdf", "--owner-password", OWNER, "--in-place").status == 0
    assert info(here, file="plain.pdf").value["encrypted"] is True
    assert run(here, "decrypt", "plain.pdf", "--password", OWNER, "--in-place").status == 0
    assert info(here, file="plain.pdf").value["encrypted"] is False


@pytest.mark.parametrize("word", ["hôtel", "密码", "naïve “x”"])
def test_strangers_open_by_passwords_beyond_ascii(here, word):
    (here / "plain.pdf").write_bytes(plain())
    answer = run(here, "encrypt", "plain.pdf", "--owner-password", "o", "--user-password", word, "-o", "b.pdf")
    assert answer.status == 0
    assert check(here / "b.pdf", word).returncode == 0
    assert WORDS in Pdfium(here / "b.pdf", word).text(0)


# Pages


@pytest.mark.parametrize("kind, form", [("rc4-40", "table"), ("aes-128", "stream"), ("aes-256", "stream")])
def test_pages_are_changed_within_the_encryption(here, kind, form):
    source = encrypted(here, kind, form)
    for words in (
        ["rotate", "a.pdf", "--pages", "1", "--by", "90"],
        ["insert", "a.pdf", "--blank", "a4", "--before", "end"],
    ):
        answer = run(here, *words, "--password", OWNER, "-o", "b.pdf", "--force")
        assert answer.status == 0, answer.stderr
        said = check(here / "b.pdf", USER)
        assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
        assert contents(here / "b.pdf", USER) == contents(source, USER)


def test_files_of_several_passwords_are_merged(here):
    encrypted(here, "aes-256", "stream", name="one.pdf")
    encrypted(here, "rc4-128", user="second", owner="other", name="two.pdf")
    encrypted(here, "aes-128", user="", owner="third", name="three.pdf")
    words = ("merge", "one.pdf", "two.pdf", "three.pdf", "a.pdf", "-o", "all.pdf")
    answer = run(here, *words, "--password", "second", "--password", USER)
    assert answer.status == 0, answer.stderr
    assert "the merged file is not" in answer.stderr
    said = check(here / "all.pdf", "")
    assert said.returncode == 0 and "WARNING" not in said.stderr, said.stderr
    document = Pdfium(here / "all.pdf")
    assert document.page_count == 4 and all(WORDS in document.text(index) for index in range(3))
    refused = run(here, *words, "--password", USER, "--json", "--force")
    assert refused.status == 82 and refused.errors[0]["place"]["file"] == "two.pdf"
    encrypted(here, "aes-256", options=["--extract=n"], name="two.pdf")
    assert run(here, *words, "--password", USER, "--force").status == 77


def test_what_the_user_may_not_do_to_pages(here):
    encrypted(here, "aes-256", options=["--modify=none", "--extract=n"])
    for words in (
        ["rotate", "a.pdf", "--pages", "1", "--by", "90"],
        ["insert", "a.pdf", "--blank", "a4", "--before", "1"],
        ["insert", "ok.pdf", "--from", "a.pdf", "--before", "1"],
    ):
        (here / "ok.pdf").write_bytes(plain())
        answer = run(here, *words, "--password", USER, "-o", "b.pdf")
        assert answer.status == 77 and "owner's password" in answer.stderr
        assert run(here, *words, "--password", OWNER, "-o", "b.pdf", "--force").status == 0
        (here / "b.pdf").unlink()
