# SPDX-License-Identifier: Apache-2.0
"""Digitally signed files, made when the tests run, with a certificate that nobody keeps."""

import datetime
import io

import pikepdf
from asn1crypto import keys
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from pyhanko_certvalidator.registry import SimpleCertificateStore

FILL_FORMS, ANNOTATE, NO_CHANGES = (
    fields.MDPPerm.FILL_FORMS, fields.MDPPerm.ANNOTATE, fields.MDPPerm.NO_CHANGES,
)  # fmt: skip


def throw_away_signer():
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Nobody in particular")])
    now = datetime.datetime.now(datetime.timezone.utc)
    usage = x509.KeyUsage(
        digital_signature=True, content_commitment=True, key_encipherment=False,
        data_encipherment=False, key_agreement=False, key_cert_sign=True, crl_sign=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=7))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    private = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    loaded = asn1_x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))
    return signers.SimpleSigner(
        signing_cert=loaded, signing_key=keys.PrivateKeyInfo.load(private),
        cert_registry=SimpleCertificateStore(),
    )  # fmt: skip


def contract():
    """Two pages of a plain contract with a text field, as bytes."""
    pdf = pikepdf.new()
    font = pdf.make_indirect(pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica))  # fmt: skip
    for number in (1, 2):
        page = pdf.add_blank_page(page_size=(595, 842))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        page.Contents = pdf.make_stream(b"BT /F 18 Tf 72 700 Td (Page %d of the contract) Tj ET" % number)
    field = pdf.make_indirect(pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, F=4,
        T=pikepdf.String("place"), Rect=[72, 600, 200, 620], P=pdf.pages[0].obj))  # fmt: skip
    pdf.pages[0].Annots = pikepdf.Array([field])
    pdf.Root.AcroForm = pikepdf.Dictionary(
        Fields=[field], DR=pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font)), DA=pikepdf.String("/F 0 Tf"))
    buffer = io.BytesIO()
    pdf.save(buffer)
    return buffer.getvalue()


def signed(data, signer, field="Signature1", specification=None, **metadata):
    """`data` with one more signature in a revision of its own."""
    writer = IncrementalPdfFileWriter(io.BytesIO(data))
    given = signers.PdfSignatureMetadata(field_name=field, **metadata)
    output = io.BytesIO()
    signers.PdfSigner(given, signer, new_field_spec=specification).sign_pdf(writer, output=output)
    return output.getvalue()


def certified(level):
    return lambda data, signer: signed(data, signer, certify=True, docmdp_permissions=level)


def field_mdp(data, signer):
    """The signature covers every field: FieldMDP, action All (ISO 32000-2, 12.8.2.4)."""
    every = fields.FieldMDPSpec(fields.FieldMDPAction.ALL)
    where = fields.SigFieldSpec("Signature1", field_mdp_spec=every)
    return signed(data, signer, specification=where)


def locked(level):
    """A field lock whose /P restricts the document when the field is signed (12.7.5.5)."""

    def make(data, signer):
        include = fields.FieldMDPSpec(fields.FieldMDPAction.INCLUDE, ["place"])
        where = fields.SigFieldSpec("Signature1", field_mdp_spec=include, doc_mdp_update_value=level)
        return signed(data, signer, specification=where, docmdp_permissions=level)

    return make


def twice(data, signer):
    return signed(signed(data, signer), signer, field="Signature2")


KINDS = {
    "approval": (signed, True),
    "certified, P=1": (certified(NO_CHANGES), False),
    "certified, P=2": (certified(FILL_FORMS), False),
    "certified, P=3": (certified(ANNOTATE), True),
    "FieldMDP over all fields": (field_mdp, True),
    "field lock with P=1": (locked(NO_CHANGES), False),
    "field lock with P=2": (locked(FILL_FORMS), False),
    "field lock with P=3": (locked(ANNOTATE), True),
    "two signatures": (twice, True),
}
"""{kind: (maker, may an annotation be added)}."""
