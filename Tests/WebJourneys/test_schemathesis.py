# SPDX-License-Identifier: Apache-2.0
"""schemathesis asks all that the description allows, and much that it does not.

The examples are the same each time. Most are led to documents that are there, by the values of the
example itself, so that one that failed fails again.
"""

import zlib

import papers
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

EXAMPLES = 12
CHECKS = [
    not_a_server_error, checks.status_code_conformance, checks.content_type_conformance,
    checks.response_headers_conformance, checks.response_schema_conformance, checks.unsupported_method,
]  # fmt: skip
ENDLESS = ["/api/events"]
"""Has its own tests: a client that reads to the end never comes to it."""

schemathesis.openapi.media_type(
    "application/pdf", st.sampled_from([papers.contract(), papers.pages(2), b"%PDF-1.7\nno more", b"words", b""])
)
schema = schemathesis.openapi.from_path(papers.ROOT / "Web" / "openapi.json").exclude(path=ENDLESS)


class Stock:
    """What examples are led to; whatever they may destroy is made anew for each."""

    def __init__(self, server):
        self.client = server.client()
        self.lasting = [
            self.client.import_pdf(papers.furnished(), "furnished.pdf")["id"],
            self.client.import_pdf(papers.pages(2), "two.pdf")["id"],
            self.client.import_pdf(papers.encrypted(), "locked.pdf")["id"],
        ]
        place = f"/api/documents/{self.lasting[0]}/attachments"
        self.attachment = self.client.get(place).expect(200).value["attachments"][0]["id"]

    def lead(self, case):
        """Fills real names into most cases."""
        said = zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "replace"))
        operation = case.operation.definition.raw["operationId"]
        places = case.path_parameters or {}
        if "document" in places and said % 5:
            destroys = case.method.upper() == "DELETE"
            places["document"] = self.fresh() if destroys else self.lasting[said % 3]
        if "attachment" in places and said % 4:
            places["attachment"] = self.attachment
        if "signature" in places and said % 2:
            made = self.client.post("/api/signatures", papers.signature())
            places["signature"] = made.expect(201).value["id"]
        if "page" in places and said % 3:
            places["page"] = 1 + said % 2
        if "document" in places and case.headers and "If-Match" in case.headers and said % 7 > 1:
            inner = "/edits" if "edits" in case.path else ""
            etag = self.client.get(f"/api/documents/{places['document']}{inner}").etag
            if etag:
                case.headers["If-Match"] = etag
        return operation

    def fresh(self):
        return self.client.import_pdf(papers.pages(1), "fresh.pdf")["id"]


@pytest.fixture(scope="module")
def stock(shared):
    return Stock(shared)


@pytest.fixture(scope="module")
def session():
    with requests.Session() as session:
        session.trust_env = False
        yield session


@schema.parametrize()
@settings(max_examples=EXAMPLES, derandomize=True, deadline=None, database=None,
          phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))  # fmt: skip
def test_no_example_gets_an_answer_that_is_not_described(case, shared, stock, session):
    stock.lead(case)
    case.call_and_validate(base_url=shared.url, session=session, checks=CHECKS, timeout=60)
    assert shared.runs
