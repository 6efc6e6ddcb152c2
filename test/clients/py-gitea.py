# A day of the public Python client: python3 py-gitea.py ADDRESS TOKEN
import base64
import sys

from gitea import Gitea, Issue, Organization, Repository, Team, User
from gitea.apiobject import RepoUnits
from gitea.exceptions import ConflictException, NotFoundException, Unauthorized, Unprocessable

address, token = sys.argv[1:]
root = Gitea(address, token, log_level="CRITICAL")


def same(got, wanted):
    if got != wanted:
        raise AssertionError(f"{got!r} instead of {wanted!r}")


def refused(kind, work):
    try:
        work()
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was expected")


def encoded(text):
    return base64.b64encode(text.encode()).decode()


assert root.get_version()
same(root.get_user().username, "root")

alice = root.create_user("alice", "alice@example.com", "correct horse", change_pw=False, send_notify=False)
bob = root.create_user("bob", "bob@example.com", "correct horse", change_pw=False, send_notify=False)
same((alice.username, alice.full_name, alice.is_admin), ("alice", "alice", False))
same(sorted(one.username for one in root.get_users()), ["alice", "bob", "root"])
same(root.get_user_by_email("bob@example.com"), bob)
bob.location = "there"
bob.commit("bob")
same(User.request(root, "bob").location, "there")
same(bob.emails, ["bob@example.com"])

org = root.create_org(alice, "acme", "makes things", full_name="Acme Inc.")
same((org.name, org.full_name), ("acme", "Acme Inc."))
org.website = "https://acme.example.com"
org.commit()
same(Organization.request(root, "acme").website, "https://acme.example.com")
same([one.username for one in root.get_orgs()], ["acme"])
same([one.username for one in alice.get_orgs()], ["acme"])
refused(NotFoundException, lambda: Organization.request(root, "missing"))

# left alone the client sends units and units_map, of which the wire takes one
team = root.create_team(org, "builders", units=(), units_map=RepoUnits(code="write", issues="write", pulls="write"))
team.add_user(bob)
same([one.username for one in team.get_members()], ["bob"])
same(sorted(one.name for one in org.get_teams()), ["Owners", "builders"])
same(org.get_team("builders").id, team.id)
same(sorted(one.username for one in org.get_members()), ["alice", "bob"])
same([one.name for one in bob.get_teams()], ["builders"])

repo = org.create_repo("engine", "runs", private=True, default_branch="main")
# the owner is told from a person by its empty e-mail address
assert isinstance(Repository.request(root, "acme", "engine").owner, Organization)
repo = Repository.request(root, "acme", "engine")
same((repo.name, repo.private, repo.default_branch), ("engine", True, "main"))
refused(ConflictException, lambda: org.create_repo("engine"))
as_alice = Gitea(address, auth=("alice", "correct horse"), log_level="CRITICAL")
Team.request(as_alice, team.id).add_repo("acme", repo)
same([one.name for one in team.get_repos()], ["engine"])
same(repo.get_user_permission("bob").permission, "write")
as_bob = Gitea(address, auth=("bob", "correct horse"), log_level="CRITICAL")
same(Repository.request(as_bob, "acme", "engine").description, "runs")
refused(Unauthorized, lambda: Repository.request(as_bob, "acme", "engine").delete())
repo.description = "runs fast"
repo.commit()
same(Repository.request(root, "acme", "engine").description, "runs fast")
repo.add_topic("engines")
same(repo.get_topics(), ["engines"])

own = root.create_repo(alice, "notes", default_branch="main")
same([one.name for one in alice.get_repositories()], ["notes"])
assert isinstance(Repository.request(root, "alice", "notes").owner, User)
same([one.name for one in org.get_repositories()], ["engine"])

same([one.name for one in repo.get_branches()], ["main"])
repo.add_branch(repo.get_branches()[0], "topic")
made = repo.create_file("src/main.c", encoded("int main;\n"), {"branch": "topic", "message": "add main"})
repo.change_file("src/main.c", made["content"]["sha"], encoded("int main() {}\n"), {"branch": "topic"})
same(sorted(one.name for one in repo.get_branches()), ["main", "topic"])
same(len(repo.get_commits()), 1)
[content] = repo.get_git_content()
same((content.name, content.type), ("README.md", "file"))
assert "engine" in base64.b64decode(repo.get_file_content(content)).decode()

milestone = repo.create_milestone("v1", "the first")
issue = repo.create_issue("it breaks", ["bob"], "badly")
same((issue.number, issue.state, [one.username for one in issue.assignees]), (1, "open", ["bob"]))
issue = Issue.create_issue(root, repo, "it is slow")
same(issue.number, 2)
issue.milestone = milestone
issue.title = "it is too slow"
issue.commit()
found = {one.number: one for one in repo.get_issues()}
same((found[2].title, found[2].milestone.title), ("it is too slow", "v1"))
root.requests_post("/repos/acme/engine/issues/2/comments", {"body": "seen"})
same([one.body for one in found[2].get_comments()], ["seen"])
found[2].add_time(90)
same([one["time"] for one in found[2].get_times()], [90])
same(repo.get_user_time("root"), 90)
found[1].state = Issue.CLOSED
found[1].commit()
same([one.number for one in repo.get_issues_state(Issue.CLOSED)], [1])

hook = repo.create_gitea_hook("https://hooks.example.com/in", ["push"])
same([one["id"] for one in repo.list_hooks()], [hook["id"]])
repo.delete_hook(hook["id"])
assert not repo.list_hooks()

pull = as_bob.requests_post("/repos/acme/engine/pulls", {"title": "Add main", "head": "topic", "base": "main", "body": "closes #2"})
same((pull["number"], pull["merged"], pull["user"]["login"]), (3, False, "bob"))
root.requests_post("/repos/acme/engine/pulls/3/merge", {"Do": "merge"})
same(root.requests_get("/repos/acme/engine/pulls/3")["merged"], True)
same(Issue.request(root, "acme", "engine", 2).state, "closed")
same(len(repo.get_commits()), 4)
repo.delete_file("src/main.c", root.requests_get("/repos/acme/engine/contents/src/main.c")["sha"])
same([one.name for one in repo.get_git_content()], ["README.md"])

team.remove_team_member("bob")
refused(NotFoundException, lambda: Repository.request(as_bob, "acme", "engine"))
gone = team.id
team.delete()
refused(NotFoundException, lambda: Team.request(root, gone))
own.transfer_ownership(bob)
org.delete()
refused(NotFoundException, lambda: Organization.request(root, "acme"))
refused(Unprocessable, bob.delete)
Repository.request(root, "bob", "notes").delete()
bob.delete()
refused(NotFoundException, lambda: User.request(root, "bob"))
print("done")
