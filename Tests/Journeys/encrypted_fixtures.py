# SPDX-License-Identifier: Apache-2.0
"""A document with strings, streams, an attachment and metadata, encrypted in every way by qpdf."""

import functools
import io
import subprocess

import pikepdf

USER, OWNER = "user word", "owner word"
TITLE = "Vertrag 合同 (1)"
WORDS = "The parties agree."
ATTACHED = b"attached bytes " * 40

KINDS = {
    "rc4-40": ["40"],
    "rc4-128": ["128", "--use-aes=n"],
    "rc4-128-V4": ["128", "--use-aes=n", "--force-V4"],
    "aes-128": ["128", "--use-aes=y"],
    "aes-128-clear-metadata": ["128", "--use-aes=y", "--cleartext-metadata"],
    "aes-256-R5": ["256", "--force-R5"],
    "aes-256": ["256"],
    "aes-256-clear-metadata": ["256", "--cleartext-metadata"],
}
FORMS = {"table": "disable", "stream": "generate"}


@functools.cache
def plain():
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(300, 400))
    font = pdf.make_indirect(
        {"/Type": pikepdf.Name.Font, "/Subtype": pikepdf.Name.Type1, "/BaseFont": pikepdf.Name.Helvetica}
    )
    page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    page.obj.Contents = pdf.make_stream(f"BT /F1 12 Tf 20 350 Td ({WORDS}) Tj ET".encode())
    note = {"/Type": pikepdf.Name.Annot, "/Subtype": pikepdf.Name.Text, "/Rect": [9, 9, 29, 29],
            "/Contents": "Beware of (brackets)"}  # fmt: skip
    page.obj.Annots = pdf.make_indirect([pdf.make_indirect(pikepdf.Dictionary(note))])
    pdf.attachments["note.txt"] = ATTACHED
    with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = TITLE
    pdf.docinfo["/Title"] = TITLE
    out = io.BytesIO()
    pdf.save(out, static_id=True)
    return out.getvalue()


def encrypted(folder, kind, form="table", user=USER, owner=OWNER, options=(), name="a.pdf"):
    """Writes the document encrypted; gives its path."""
    (folder / "plain.pdf").write_bytes(plain())
    target = folder / name
    subprocess.run(
        ["qpdf", "--allow-weak-crypto", f"--object-streams={FORMS[form]}", "--encrypt", user, owner,
         *KINDS[kind], *options, "--", folder / "plain.pdf", target],
        check=True, capture_output=True,
    )  # fmt: skip
    return target


def contents(path, password):
    """What a stranger reads of the document: strings, streams, attachment, metadata."""
    with pikepdf.open(path, password=password) as pdf:
        page = pdf.pages[0]
        return (
            str(pdf.docinfo["/Title"]), str(pdf.open_metadata()["dc:title"]),
            str(page.obj.Annots[0].Contents), pdf.attachments["note.txt"].get_file().read_bytes(),
            bytes(pdf.trailer.ID[0]),
        )  # fmt: skip
