"""Opens each page of the account, of administration and of the documents in a browser:
with data, empty and refused, light and dark, wide and narrow. KITH_SHOTS names a folder
in which screenshots are kept."""

import re

import oauth
import pages_stage as stage
import support
from pages_browser import look, scene
from support import test

DOCS = ("/docs", "/docs/posts", "/docs/tools", "/docs/limits", "/docs/problems",
        "/docs/problems/rate_limited", "/docs/changelog", "/docs/try",
        "/docs/start/rest", "/docs/start/assistant", "/docs/start/operator",
        "/docs/start/admin")
SETTINGS = ("/settings", "/settings/password", "/settings/two-factor",
            "/settings/notifications", "/saved-searches", "/settings/sessions",
            "/settings/tokens", "/settings/apps", "/settings/activity",
            "/settings/social", "/settings/assistants", "/settings/data")
ADMIN = ("/admin", "/admin/members", "/admin/invites", "/admin/reports", "/admin/audit",
         "/admin/outbox")
FOR_APP = "?next=%2Foauth%2Fconsent%3Ftransaction%3Dx"


@test
def is_for_everybody_while_there_is_nothing(kith):
    kith.kithctl("member", "create", "--email", "first@harbour.example", "--name",
                 "First", "--password", stage.PASSWORD, "--admin")
    cookies = {"first": stage.cookie_of(kith, "first@harbour.example")}
    look(kith, cookies,
         [scene(path, "first", name="empty" + re.sub(r"\W+", "-", path))
          for path in (*SETTINGS, *ADMIN)])


@test
def is_for_everybody_in_every_state(kith):
    cookies = stage.furnish(kith)
    invited = stage.link_in(kith, stage.MEMBER, "/invitations")
    asked = oauth.App(kith, stage.APPS[0][1], client_name="Claude").authorize(
        stage.Connector(kith, cookies["newcomer"])).headers["Location"].removeprefix(
            kith.base)
    look(kith, cookies, [
        *(scene(path)
          for path in ("/", "/sign-in", "/sign-up", "/check-mail", "/forgot-password",
                       "/verify-email?token=x", "/reset-password?token=x",
                       "/undo-two-factor?token=x", "/nothing-here", "/unsubscribe/x",
                       *DOCS)),
        scene("/sign-up" + FOR_APP, name="sign-up-app"),
        scene("/check-mail" + FOR_APP, name="check-mail-app"),
        scene(invited, name="invitation"),
        scene("/reset-password", name="reset-incomplete"),
        scene("/unsubscribe/x", name="unsubscribe-wrong", click="main button"),
        scene("/forgot-password", name="forgot-done", click="main button",
              fill=[["[name=email]", "a@b.example"]], says="we have sent an e-mail"),
        scene("/sign-in", name="sign-in-wrong", click="main button", says="is wrong",
              fill=[["[name=email]", "a@b.example"], ["[name=password]", "wrong"]]),
        scene("/sign-up", name="sign-up-wrong", click="main button",
              says="correct the marked fields",
              fill=[["[name=name]", "A"], ["[name=email]", "a@b.example"],
                    ["[name=password]", "password1234"]]),
        scene("/settings/apps", "newcomer"),
        scene("/welcome", "newcomer"),
        scene("/welcome/next", "member"),
        scene("/admin", "newcomer", name="refused"),
        scene(asked, "newcomer", name="consent"),
        *(scene(path, "member") for path in (*SETTINGS, "/sign-out")),
        scene(invited, "member", name="invitation-own"),
        scene("/settings/two-factor", "member", name="two-factor-begun",
              fill=[["main [name=password]", stage.PASSWORD]], click="main button",
              says="Scan"),
        scene("/settings/tokens", "member", name="token-made", check="[value=profile]",
              fill=[["main [name=name]", "Nightly import"]], click="main .card button",
              says="Copy the token now"),
        scene("/settings/tokens", "member", name="token-wrong", click="main .card button",
              fill=[["main [name=name]", "Nightly import"]], says="marked"),
        scene("/settings/password", "member", name="password-wrong", click="main button",
              fill=[["[name=current]", "wrong"], ["[name=new]", "password1234"]],
              says="marked"),
        *(scene(path, "admin") for path in ADMIN),
        scene("/admin", "admin", name="admin-decline", click=".fold summary"),
        scene("/admin/reports?status=open", "admin", name="report-remove",
              click=".fold summary"),
        scene("/admin/reports?status=resolved", "admin", name="reports-resolved"),
        scene("/admin/members?q=nobody-is-called-this", "admin", name="members-none"),
        scene("/admin/audit?action=member.suspend", "admin", name="audit-filtered"),
    ])


support.main(__name__)
