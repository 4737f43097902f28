"""Tests organizations from the application to the invitation link in a mail."""

import re

import support
from support import test


def invitation_of(kith, address):
    """Waits for the mail and returns the token of its link."""
    def look():
        for mail in reversed(kith.mails_to(address)):
            text = mail.get_body(("plain",)).get_content()
            link = re.search(re.escape(kith.base) + r"/invitations/([\w-]+)", text)
            if link:
                return link.group(1)
        return None
    return support.eventually(look)


@test
def leads_from_an_application_to_an_accepted_invitation(kith):
    admin = kith.member("Root", "--active", "--admin")
    founder = kith.member("Founder")
    applied = kith.http("POST", "/v1/org-applications", {
        "slug": "makers", "name": "Makers", "applicantRole": "Chair"}, founder)
    assert applied.headers["Location"] == kith.base + "/v1/org-applications/mine", (
        applied.text)
    waiting = kith.http("GET", "/v1/admin/org-applications?status=pending",
                        token=admin).json
    assert [item["slug"] for item in waiting] == ["makers"]
    path = f"/v1/admin/org-applications/{applied.json['id']}/approve"
    assert kith.http("POST", path, token=admin).json["status"] == "approved"
    assert kith.http("GET", "/v1/orgs", token=founder).json["items"][0]["role"] == "owner"

    kith.http("POST", "/v1/orgs/makers/invitations", {"email": "Guest@example.org"},
              founder)
    token = invitation_of(kith, "Guest@example.org")
    preview = kith.http("GET", "/v1/org-invitations/" + token).json
    assert preview["orgName"] == "Makers" and preview["maskedEmail"] == "G…@example.org"
    page = kith.http("GET", "/invitations/" + token)
    assert page.status == 200 and token in page.text
    assert "no-store" == page.headers["Cache-Control"]
    hostile = kith.http("GET", "/invitations/%22%3E%3Cscript%3Ealert(1)",
                        headers={"Accept": "text/html"})
    assert hostile.status == 404 and "<script>alert" not in hostile.text
    other = kith.http("POST", f"/v1/org-invitations/{token}/accept",
                      token=kith.member("Other"))
    assert other.code == "invitation_email_mismatch"
    assert "G…@example.org" in other.json["detail"]
    guest = kith.member("Guest")
    accepted = kith.http("POST", f"/v1/org-invitations/{token}/accept", token=guest)
    assert accepted.json["memberCount"] == 2, accepted.text
    again = kith.http("GET", "/v1/org-invitations/" + token)
    assert again.json["status"] == "accepted"
    assert token not in kith.log_with(page, hostile, other, accepted, again)


@test
def changes_a_slug_that_the_path_names_too(kith):
    admin = kith.member("Namer", "--active", "--admin")
    for slug in ("first-name", "other-name"):
        made = kith.http("POST", "/v1/orgs", {"slug": slug, "name": "Name"}, admin)
        assert made.headers["Location"] == f"{kith.base}/v1/orgs/{slug}"
    taken = kith.http("PATCH", "/v1/orgs/first-name", {"slug": "other-name"}, admin)
    assert taken.faults == {("#/slug", "taken")}
    broken = kith.http("PATCH", "/v1/orgs/first-name", {"slug": "No", "newSlug": "abc"},
                       admin)
    assert broken.faults == {("#/slug", "too_short"), ("#/newSlug", "unknown_field")}, (
        broken.text)
    moved = kith.http("PATCH", "/v1/orgs/first-name", {"slug": "last-name"}, admin)
    assert moved.json["slug"] == "last-name", moved.text
    assert kith.http("GET", "/v1/orgs/first-name", token=admin).json["slug"] == (
        "last-name")
    body = kith.http("GET",
                     "/openapi.json").json["components"]["schemas"]["OrgUpdateInput"]
    assert "slug" in body["properties"] and "newSlug" not in body["properties"]


@test
def changes_only_what_the_caller_has_seen(kith):
    admin = kith.member("Careful", "--active", "--admin")
    kith.http("POST", "/v1/orgs", {"slug": "tagged", "name": "Tagged"}, admin)
    tag = kith.http("GET", "/v1/orgs/tagged", token=admin).headers["ETag"]
    same = kith.http("GET", "/v1/orgs/tagged", token=admin,
                     headers={"If-None-Match": tag})
    assert same.status == 304
    first = kith.http("PATCH", "/v1/orgs/tagged", {"name": "New"}, admin,
                      {"If-Match": tag})
    assert first.status == 200
    late = kith.http("PATCH", "/v1/orgs/tagged", {"name": "Late"}, admin,
                     {"If-Match": tag})
    assert (late.status, late.code) == (412, "precondition_failed")


def tag_after(kith, write, slug, token):
    """Returns the tag of a write, which must equal the tag of the next GET."""
    read = kith.http("GET", "/v1/orgs/" + slug, token=token)
    assert write.status == 200 and read.status == 200, write.text
    assert write.headers["ETag"] == read.headers["ETag"]
    assert write.json.keys() != read.json.keys(), (
        "the write and the GET must have different representations")
    return write.headers["ETag"]


@test
def is_renamed_as_often_as_it_likes_where_limits_are_lifted(kith):
    admin = kith.member("Restless", "--active", "--admin")
    made = kith.http("POST", "/v1/orgs", {"slug": "restless-0", "name": "Restless"},
                     admin)
    assert made.status == 200, made.text
    for i in range(1, 9):
        answer = kith.http("PATCH", "/v1/orgs/restless-0", {"slug": f"restless-{i}"},
                           admin)
        assert answer.status == 200, (i, answer.text)


@test
def changes_again_with_the_tag_of_the_change_before(kith):
    admin = kith.member("Steady", "--active", "--admin")
    again = {"Idempotency-Key": "steady"}
    wish = {"slug": "steady", "name": "Steady"}
    made = kith.http("POST", "/v1/orgs", wish, admin, again)
    tag = first = tag_after(kith, made, "steady", admin)
    for change, slug in (({"name": "Second"}, "steady"),
                         ({"slug": "steadier"}, "steadier"),
                         ({"name": "Fourth"}, "steady")):
        path = "/v1/orgs/steady"
        write = kith.http("PATCH", path, change, admin, {"If-Match": tag})
        late = kith.http("PATCH", path, {"name": "Late"}, admin, {"If-Match": tag})
        assert late.code == "precondition_failed", late.text
        tag = tag_after(kith, write, slug, admin)
    repeated = kith.http("POST", "/v1/orgs", wish, admin, again)
    assert repeated.headers["Idempotency-Replayed"] == "true"
    assert repeated.headers["ETag"] == first != tag
    kith.http("POST", "/v1/orgs/steadier/invitations", {"email": "Joiner@example.org"},
              admin)
    joiner = kith.member("Joiner")
    path = f"/v1/org-invitations/{invitation_of(kith, 'Joiner@example.org')}/accept"
    tag_after(kith, kith.http("POST", path, token=joiner), "steadier", joiner)


@test
def names_the_cure_of_a_refusal(kith):
    admin = kith.member("Keeper", "--active", "--admin")
    kith.http("POST", "/v1/orgs", {"slug": "keepers", "name": "Keepers"}, admin)
    refused = kith.http("PATCH", "/v1/orgs/keepers", {"name": "Mine"},
                        kith.member("Passer"))
    assert (refused.status, refused.code) == (403, "org_role_required")
    assert refused.json["requires"] == {"orgRole": ["owner", "admin"]}
    assert refused.json["nextStep"].endswith(".")


support.main(__name__)
