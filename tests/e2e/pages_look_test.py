"""Opens each page of the sections in a browser:
with data, empty and refused, light and dark, wide and narrow. KITH_SHOTS names a folder
in which screenshots are kept."""

import re

import pages_stage as stage
import support
from pages_browser import look, scene
from support import test

ASKS = ("/posts", "/posts?mine=true", "/posts?kind=other&org=applied-looms",
        "/posts/new")
INBOX = ("/notifications", "/notifications?unread=true", "/notifications/waiting",
         "/intros", "/intros?direction=sent", "/intros?status=declined")
EVENTS = ("/events", "/events?when=past", "/events?mine=true", "/events/new",
          "/events/calendar")
PROJECTS = ("/projects", "/projects?q=loom", "/projects?status=archived", "/projects/new",
            "/progress", "/progress?mine=true", "/progress/new")
PROFILE = "/members/wilhelmina-van-der-oudermeulen"
ORG = "/orgs/weavers-guild"
ORGS = ("/orgs", "/orgs/new", ORG, *(f"{ORG}/{tab}" for tab in (
    "asks", "events", "members", "projects", "progress", "requests", "invitations",
    "affiliations", "affiliations/new?q=none", "appearance", "settings")))


@test
def is_for_everybody_while_there_is_nothing(kith):
    kith.kithctl("member", "create", "--email", "first@harbour.example", "--name",
                 "First", "--password", stage.PASSWORD, "--admin")
    cookies = {"first": stage.cookie_of(kith, "first@harbour.example")}
    look(kith, cookies,
         [scene(path, "first", name="empty" + re.sub(r"\W+", "-", path))
          for path in (*INBOX[:5:2], *EVENTS)])


def scenes_of_projects(paths):
    """Returns the scenes of projects, their affiliations and progress."""
    project, entry = paths["project"], paths["entry"]
    return [
        *(scene(path, "member", name=re.sub(r"\W+", "-", path.strip("/")))
          for path in PROJECTS),
        scene("/projects", "newcomer", name="projects-member"),
        scene("/projects?q=nothing", "newcomer", name="projects-none"),
        scene("/projects/new", "member", name="project-wrong", click="main .card button",
              fill=[["[name=name]", "  a  "]], says="correct the marked"),
        *(scene(project + rest, "member", name="project" + rest.replace("/", "-"))
          for rest in ("", "/edit", "/members", "/affiliations", "/affiliations/new",
                       "/members/new", "/invite")),
        scene(project + "/members/new?q=new", "member", name="project-found"),
        scene(project, "member", name="project-person", click=".rows .button"),
        scene(project, "newcomer", name="project-on-roster"),
        scene(project, "admin", name="project-admin"),
        scene(project + "/edit", "newcomer", name="project-refused"),
        scene(project + "/edit", "member", name="project-delete",
              click=["details:has-text('Archive the project') summary",
                     "details:has-text('Delete the project') summary"]),
        scene(paths["asked"], "member", name="affiliation-asked"),
        scene(paths["asked"], "admin", name="affiliation-sent"),
        scene(paths["active"], "member", name="affiliation-active"),
        scene(paths["active"], "admin", name="affiliation-org"),
        scene(paths["active"], "newcomer", name="affiliation-reader"),
        scene(entry, "member", name="progress-own"),
        scene(entry + "/edit", "member", name="progress-edit"),
        scene(entry + "/audience", "member", name="progress-audience"),
        scene(entry, "newcomer", name="progress-entry"),
    ]


@test
def is_for_everybody_in_every_state(kith):
    cookies = stage.furnish(kith)
    events = stage.events(kith)
    projects = stage.work(kith)
    look(kith, cookies, [
        *scenes_of_projects(projects),
        scene("/", "newcomer"),
        *(scene(path, "member") for path in (
            "/", *ASKS, "/search", "/search?query=loom")),
        scene("/", "admin"),
        scene(stage.own_ask(kith), "member", name="ask-own"),
        scene(stage.own_ask(kith) + "/edit", "member", name="ask-edit"),
        scene(stage.own_ask(kith) + "/audience", "member", name="ask-audience"),
        scene(stage.own_ask(kith), "newcomer", name="ask"),
        *(scene(path, who, name=f"inbox-{number}-{who}")
          for who in ("member", "admin") for number, path in enumerate(INBOX)),
        scene("/intros", "member", name="intro-decline", click=".fold summary"),
        scene(stage.own_intro(kith), "member", name="intro"),
        scene(stage.own_approval(kith), "member", name="approval"),
        scene("/approvals", "member"),
        *(scene(path, "member", name=f"events-{i}") for i, path in enumerate(EVENTS)),
        *(scene(path, "member", name=f"event-{name}")
          for name, path in events.items()),
        *(scene(events["full"] + below, "member",
                name=f"event{below.replace('/', '-')}")
          for below in ("/edit", "/copy", "/guests")),
        scene(events["full"] + "/guests?status=waitlist", "member", name="event-waiting"),
        scene(events["full"], "newcomer", name="event-waits", says="for you"),
        scene(events["open"], "newcomer", name="event-goes"),
        scene(events["full"], "admin", name="event-join"),
        scene(events["full"] + "/edit", "newcomer", name="event-edit-refused"),
        scene("/events/new", "member", name="event-wrong", click="main .card button",
              fill=[["[name=title]", "Looms"], ["[name=startsAt]", "2027-05-02T18:00"],
                    ["[name=endsAt]", "2027-05-01T18:00"], ["[name=timezone]", "UTC"]],
              says="marked"),
        scene("/posts", "member", name="menu", click=".menu-more summary"),
        scene("/posts/new", "member", name="ask-wrong", click="main .card button",
              fill=[["[name=title]", "Loom"], ["[name=body]", "x"]]),
        scene("/members", "member", name="people"),
        scene("/members?q=loom+co&roles=founder&skills=rust", "member",
              name="people-found"),
        scene("/members?q=nothing", "member", name="people-none"),
        scene(PROFILE, "member", name="person-own"),
        scene(PROFILE, "newcomer", name="person"),
        scene(PROFILE, name="person-public"),
        scene(PROFILE, "newcomer", name="person-report", click="main > .fold summary",
              says="What is wrong"),
        scene("/me", "member", name="me"),
        scene("/me", "newcomer", name="me-first"),
        scene("/me", "member", name="me-wrong", click=".card form button",
              fill=[["[name=handle]", "two words"], ["[name=links]", "Shop here"]],
              says="correct the marked fields"),
        *(scene(path, "admin") for path in ORGS),
        scene(ORG, name="org-public"),
        *(scene(path, "newcomer") for path in ("/orgs", "/orgs/new", ORG)),
        scene("/orgs?scope=listed", "member", name="orgs-listed"),
        scene(ORG, "member", name="org-outside"),
        scene(f"{ORG}/members", "admin", name="org-role", click=".fold summary"),
        scene(f"{ORG}/settings", "admin", name="org-settings-wrong",
              fill=[["main [name=name]", "x "]], click="main .card button"),
        scene(f"{ORG}/invitations", "admin", name="org-invitations-wrong",
              fill=[["main [name=emails]", "a@b.example, nobody"]],
              click="main .card button", says="Not an e-mail address"),
    ])


support.main(__name__)
