"""Shares progress entries on a social account while the provider fails in every way."""

import time

import images
import social_server
import support
from social_member import SERVER, Member, forget_keys, main, share_row
from support import test
from threads import Together, all_at_once


@test
def a_failure_is_a_warning_of_a_creation_and_a_problem_of_a_share(kith):
    gus = Member(kith, "Gus")
    for fault in (500, 429, 422, 403, 302, "drop", "lost", "garbage", "huge"):
        SERVER.fail("/api/v1/statuses", fault)
        made = gus.create(social=True)
        assert made.status == 200, (fault, made.text)
        assert made.json["socialPostUrl"] is None, (fault, made.text)
        assert len(made.json["warnings"]) == 1 and "shared" in made.json["warnings"][0]
        read = gus.read(made.json["id"])
        assert "warnings" not in read.json
        assert read.headers["ETag"] == made.headers["ETag"]
        SERVER.fail("/api/v1/statuses", fault)
        refused = gus.share(made.json["id"])
        assert (refused.status, refused.code) == (503, "social_unavailable"), fault
        assert refused.headers["Retry-After"] == ("77" if fault == 429 else "30")
        count = len(gus.posts())
        shared = gus.share(made.json["id"])
        assert shared.status == 200 and shared.json["socialPostUrl"], (fault, shared.text)
        # Whatever answer was lost, there is one post.
        assert len(gus.posts()) - count == (0 if fault in ("lost", "garbage", "huge")
                                            else 1)
    urls = {post["url"] for post in SERVER.accounts["gus"].posts}
    assert len(gus.posts()) == len(urls) == 9


@test
def a_post_whose_answer_is_late_is_made_once(kith):
    hal = Member(kith, "Hal")
    entry = hal.create().json["id"]
    SERVER.release.clear()
    SERVER.fail("/api/v1/statuses", "late")
    begun = time.monotonic()
    late = hal.share(entry)
    assert (late.status, late.code) == (503, "social_unavailable")
    assert 9 < time.monotonic() - begun < 13, time.monotonic() - begun
    assert "may be shared" in late.json["detail"]
    SERVER.release.set()
    assert len(hal.posts()) == 1 and share_row(kith, "state") == "unknown"
    shared = hal.share(entry)
    assert shared.status == 200
    assert shared.json["socialPostUrl"] == SERVER.accounts["hal"].posts[0]["url"]
    assert len(hal.posts()) == 1 and share_row(kith, "state") == "shared"


@test
def an_old_try_is_looked_for_before_the_next(kith):
    ivy = Member(kith, "Ivy")
    entry = ivy.create().json["id"]
    path = f"/api/v1/accounts/{SERVER.accounts['ivy'].id}/statuses"
    for index in range(25):  # other posts, newer and older
        SERVER.accounts["ivy"].posts.insert(0, {
            "id": str(114000000000000000 + index),
            "url": SERVER.origin + f"/@ivy/{index}",
            "created_at": "2020-01-01T00:00:00Z" if index < 3 else social_server.now(),
            "text": f"Other {index}", "photos": []})
    SERVER.fail("/api/v1/statuses", "lost")
    assert ivy.share(entry).code == "social_unavailable"
    assert len(ivy.posts()) == 26
    forget_keys(kith)
    SERVER.fail(path, 500, "garbage", "drop")
    for _ in range(3):  # nothing is posted while the lookup fails
        assert ivy.share(entry).code == "social_unavailable"
    assert len(ivy.posts()) == 26
    found = ivy.share(entry)
    assert found.status == 200, found.text
    assert found.json["socialPostUrl"] == SERVER.accounts["ivy"].posts[0]["url"]
    assert len(ivy.posts()) == 26
    # A post that was not found is made.
    other = ivy.create(title="Second customer").json["id"]
    SERVER.fail("/api/v1/statuses", "drop")
    assert ivy.share(other).code == "social_unavailable"
    forget_keys(kith)
    looked = SERVER.count(path)
    assert ivy.share(other).status == 200
    assert len(ivy.posts()) == 27 and SERVER.count(path) > looked


@test
def what_is_edited_after_a_lost_answer_is_posted_once(kith):
    una = Member(kith, "Una")
    for number, fault in enumerate(("drop", "lost", "garbage"), 1):
        entry = una.create(title=f"Edit {number}").json["id"]
        una.set_photo(entry)
        SERVER.fail("/api/v1/statuses", fault)
        assert una.share(entry).code == "social_unavailable"
        una.edit(entry, title=f"Edited {number}")
        shared = una.share(entry)
        assert shared.status == 200, (fault, shared.text)
        # A retry repeats the original text and photo, so that the provider recognizes it.
        assert len(una.posts()) == number
        assert una.posts()[0].startswith(f"Edit {number}\n")
        assert len(SERVER.accounts["una"].posts[0]["photos"]) == 1
    entry = una.create(title="Edit 4").json["id"]
    SERVER.fail("/api/v1/statuses", "lost")
    assert una.share(entry).code == "social_unavailable"
    una.edit(entry, title="Edited 4")
    forget_keys(kith)
    assert una.share(entry).json["socialPostUrl"] == (
        SERVER.accounts["una"].posts[0]["url"])
    assert len(una.posts()) == 4
    # A post that is known not to exist is made from the current entry.
    entry = una.create(title="Edit 5").json["id"]
    SERVER.fail("/api/v1/statuses", "drop")
    assert una.share(entry).code == "social_unavailable"
    una.edit(entry, title="Edited 5")
    forget_keys(kith)
    assert una.share(entry).status == 200
    assert len(una.posts()) == 5 and una.posts()[0].startswith("Edited 5")
    assert kith.sql("SELECT count(*) FROM social_tries") == "0"


@test
def an_account_that_is_linked_again_gets_no_second_post(kith):
    vic = Member(kith, "Vic")
    entry = vic.create().json["id"]
    SERVER.fail("/api/v1/statuses", "lost", 500, "lost")
    assert vic.share(entry).code == "social_unavailable" and len(vic.posts()) == 1
    vic.link("vic2")
    for _ in range(2):  # one attempt made no post; of the other this is unknown
        assert vic.share(entry).code == "social_unavailable"
    assert len(SERVER.posts("vic2")) == 1
    vic.link()
    shared = vic.share(entry)
    assert shared.status == 200, shared.text
    assert shared.json["socialPostUrl"] == SERVER.accounts["vic"].posts[0]["url"]
    assert len(vic.posts()) == len(SERVER.posts("vic2")) == 1


@test
def a_provider_that_stalls_holds_up_no_upload(kith):
    members = [Member(kith, name) for name in ("Wes", "Xan", "Yul", "Zoe", "Abe", "Bea")]
    entries = [(one, one.create(title=f"Stalled {number}").json["id"])
               for one in members for number in range(2)]
    before = SERVER.count("/api/v1/statuses")
    SERVER.release.clear()
    SERVER.fail("/api/v1/statuses", *["late"] * len(entries))
    sharing = Together([lambda one=one, entry=entry: one.share(entry)
                        for one, entry in entries])
    with sharing:
        # All requests are accepted, and as many run as there are threads.
        support.eventually(lambda: kith.sql(
            "SELECT count(*) FROM social_shares s JOIN progress g ON g.id = s.progress_id"
            " WHERE g.title LIKE 'Stalled%'") == str(len(entries)))
        support.eventually(lambda: SERVER.count("/api/v1/statuses") >= before + 6)
        begun = time.monotonic()
        answer = kith.http("PUT", "/v1/me/avatar", raw=images.png(80, 60),
                           token=members[0].token, headers={"Content-Type": "image/png"})
        seconds = time.monotonic() - begun
        # a member has two threads at most
        third = members[0].share(members[0].create().json["id"])
        SERVER.release.set()
    assert answer.status == 200 and seconds < 4, (answer.text, seconds)
    assert (third.status, third.code) == (429, "rate_limited"), third.text
    assert all(answer.status == 200 for answer in sharing.results), (
        [answer.text for answer in sharing.results])


@test
def two_at_once_post_once(kith):
    jan = Member(kith, "Jan")
    entry = jan.create().json["id"]
    answers = all_at_once([lambda: jan.share(entry)] * 12)
    assert {answer.status for answer in answers} <= {200, 429, 503}
    assert {answer.code for answer in answers if answer.status != 200} <= {
        "social_unavailable", "service_unavailable", "rate_limited"}
    assert any(answer.status == 200 for answer in answers)
    assert len(jan.posts()) == 1
    assert jan.share(entry).status == 200 and len(jan.posts()) == 1


@test
def a_repetition_gets_the_first_answer(kith):
    kay = Member(kith, "Kay")
    made = kay.create("creation", social=True)
    again = kay.create("creation", social=True)
    assert again.json == made.json and again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["ETag"] == made.headers["ETag"] and len(kay.posts()) == 1
    assert kay.create("creation").code == "idempotency_mismatch"
    SERVER.fail("/api/v1/statuses", 500)
    failed = kay.create("failed", social=True)
    assert failed.json["warnings"]
    again = kay.create("failed", social=True)
    assert again.json == failed.json and again.headers["ETag"] == failed.headers["ETag"]
    assert len(kay.posts()) == 1
    SERVER.fail("/api/v1/statuses", 500)
    assert kay.share(failed.json["id"], "share").code == "social_unavailable"
    shared = kay.share(failed.json["id"], "share")  # only successes are stored
    assert shared.status == 200 and len(kay.posts()) == 2
    kith.http("PATCH", f"/v1/progress/{failed.json['id']}", {"note": ""}, kay.token)
    again = kay.share(failed.json["id"], "share")
    assert again.json == shared.json and again.headers["Idempotency-Replayed"] == "true"
    assert len(kay.posts()) == 2


@test
def a_revoked_or_expired_permission_must_be_given_again(kith):
    lea = Member(kith, "Lea")
    old = lea.create().json["id"]
    SERVER.tokens.clear()
    refused = lea.share(old)
    assert (refused.status, refused.code) == (409, "social_relink_required")
    status = lea.status()
    assert status["linked"] and status["expiresAt"] is not None
    asked = SERVER.count("/api/v1/statuses")
    before = kith.http("GET", "/v1/progress?mine=true", token=lea.token).json["items"]
    assert lea.create(social=True).code == "social_relink_required"
    assert kith.http("GET", "/v1/progress?mine=true", token=lea.token).json["items"] == (
        before)
    assert lea.share(old).code == "social_relink_required"
    photo = kith.http("PUT", "/v1/me/avatar/from-social", token=lea.token)
    assert photo.code == "social_not_linked" and "again" in photo.json["detail"]
    assert SERVER.count("/api/v1/statuses") == asked
    page = lea.browser.get("/settings/social")
    assert "Link the account again" in page.text
    lea.link()
    assert lea.share(old).status == 200
    # During a creation it is a warning.
    SERVER.tokens.clear()
    made = lea.create(social=True)
    assert made.status == 200 and "linked again" in made.json["warnings"][0]
    SERVER.expires_in = 3600
    lea.link()
    SERVER.expires_in = None
    assert lea.status()["expiresAt"] > social_server.now()
    assert lea.create(social=True).json["socialPostUrl"]
    kith.sql("UPDATE social_accounts SET expires_at = now() - interval '1 second'")
    assert lea.create(social=True).code == "social_relink_required"


@test
def only_authors_share_and_only_with_the_right_to_write(kith):
    mia, ned = Member(kith, "Mia"), Member(kith, "Ned")
    entry = mia.create(publishTo={"public": True}).json["id"]
    hidden = mia.create().json["id"]
    # A task revokes the tokens that earlier tests replaced, not while we count.
    support.eventually(lambda: kith.sql("SELECT count(*) FROM social_revocations") == "0")
    asked = len(SERVER.requests)
    assert ned.share(entry).code == "not_author"
    assert ned.share(hidden).code == "progress_not_found"
    assert ned.share("evt_1").code == "progress_not_found"
    reader = kith.token("Mia", "network:read,profile")
    for method, path in (("POST", f"/v1/progress/{entry}/social"),
                         ("POST", "/v1/me/social/link"), ("DELETE", "/v1/me/social"),
                         ("PUT", "/v1/me/avatar/from-social")):
        assert kith.http(method, path, token=reader).code == "insufficient_scope", path
        assert kith.http(method, path).code == "unauthenticated", path
    assert kith.http("GET", "/v1/me/social", token=reader).status == 200
    profile = kith.token("Mia", "profile")
    assert kith.http("GET", "/v1/me/social", token=profile).code == "insufficient_scope"
    waits = kith.member("Waits", "--handle", "waits")
    for method, path in (("GET", "/v1/me/social"), ("POST", "/v1/me/social/link"),
                         ("DELETE", "/v1/me/social"),
                         ("PUT", "/v1/me/avatar/from-social")):
        assert kith.http(method, path, token=waits).code == "membership_pending", path
    assert not mia.posts() and not ned.posts()
    assert len(SERVER.requests) == asked, SERVER.requests[asked:]


@test
def a_long_entry_is_cut_and_its_photo_goes_along(kith):
    oda = Member(kith, "Oda")
    note = "\U0001f600 https://a.b " * 80
    entry = oda.create(note=note).json["id"]
    oda.set_photo(entry)
    SERVER.media_steps = 2
    assert oda.share(entry).status == 200
    SERVER.media_steps = 0
    post = SERVER.accounts["oda"].posts[0]
    assert len(post["text"]) <= social_server.POST_CHARACTERS_MAX
    assert post["text"][-1] == "…"
    assert post["text"].startswith("First customer\n\n\U0001f600 https://a.b")
    assert images.decode(post["photos"][0]["data"])[:2] == (80, 60)
    # Without the photo nothing is posted.
    other = oda.create().json["id"]
    oda.set_photo(other)
    SERVER.fail("/api/v2/media", 500, "garbage")
    assert oda.share(other).code == "social_unavailable"
    assert oda.share(other).code == "social_unavailable"
    assert len(oda.posts()) == 1 and share_row(kith, "state") == "failed"
    assert oda.share(other).status == 200 and len(oda.posts()) == 2


if __name__ == "__main__":
    main(__name__)
