// A day of the public Go client: go-sdk ADDRESS TOKEN
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"reflect"
	"time"

	"code.gitea.io/sdk/gitea"
)

func must[T any](value T, answer *gitea.Response, err error) T {
	if err != nil {
		panic(fmt.Sprint(err, " ", answer))
	}
	return value
}

func ok(answer *gitea.Response, err error) {
	must(0, answer, err)
}

func same(got, wanted any) {
	if !reflect.DeepEqual(got, wanted) {
		panic(fmt.Sprintf("%#v instead of %#v", got, wanted))
	}
}

func signedIn(address string, option gitea.ClientOption) *gitea.Client {
	client, err := gitea.NewClient(address, option)
	if err != nil {
		panic(err)
	}
	return client
}

func main() {
	address := os.Args[1]
	root := signedIn(address, gitea.SetToken(os.Args[2]))
	no, yes := false, true
	for _, name := range []string{"alice", "bob"} {
		made := must(root.AdminCreateUser(gitea.CreateUserOption{Username: name, Email: name + "@example.com", Password: "correct horse", MustChangePassword: &no}))
		same(made.UserName, name)
	}
	alice := signedIn(address, gitea.SetBasicAuth("alice", "correct horse"))
	token := must(alice.CreateAccessToken(gitea.CreateAccessTokenOption{Name: "day", Scopes: []gitea.AccessTokenScope{gitea.AccessTokenScopeAll}}))
	alice = signedIn(address, gitea.SetToken(token.Token))
	bob := signedIn(address, gitea.SetBasicAuth("bob", "correct horse"))
	same(must(alice.GetMyUserInfo()).Email, "alice@example.com")

	must(alice.CreateOrg(gitea.CreateOrgOption{Name: "acme", FullName: "Acme Inc."}))
	team := must(alice.CreateTeam("acme", gitea.CreateTeamOption{Name: "builders", Permission: gitea.AccessModeWrite, Units: []gitea.RepoUnitType{gitea.RepoUnitCode, gitea.RepoUnitIssues, gitea.RepoUnitPulls}}))
	ok(alice.AddTeamMember(team.ID, "bob"))
	repo := must(alice.CreateOrgRepo("acme", gitea.CreateRepoOption{Name: "engine", Private: true, AutoInit: true, DefaultBranch: "main"}))
	same(repo.FullName, "acme/engine")
	_, answer, err := bob.GetRepo("acme", "engine")
	if err == nil || answer.StatusCode != 404 {
		panic("a hidden repository is shown")
	}
	ok(alice.AddTeamRepository(team.ID, "acme", "engine"))
	ok(alice.SetRepoTopics("acme", "engine", []string{"engines"}))
	same(must(bob.GetRepo("acme", "engine")).Permissions.Push, true)

	text := base64.StdEncoding.EncodeToString([]byte("int main;\n"))
	made := must(bob.CreateFile("acme", "engine", "src/main.c", gitea.CreateFileOptions{FileOptions: gitea.FileOptions{Message: "add main", BranchName: "main", NewBranchName: "topic"}, Content: text}))
	same(*must(bob.GetContents("acme", "engine", "topic", "src/main.c")).Content, text)
	must(alice.CreateStatus("acme", "engine", made.Commit.SHA, gitea.CreateStatusOption{State: gitea.StatusSuccess, Context: "build"}))
	same(string(must(bob.GetCombinedStatus("acme", "engine", "topic")).State), "success")

	label := must(alice.CreateLabel("acme", "engine", gitea.CreateLabelOption{Name: "bug", Color: "#ff0000"}))
	due := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	milestone := must(alice.CreateMilestone("acme", "engine", gitea.CreateMilestoneOption{Title: "v1", Deadline: &due}))
	issue := must(bob.CreateIssue("acme", "engine", gitea.CreateIssueOption{Title: "it breaks", Labels: []int64{label.ID}, Milestone: milestone.ID, Assignees: []string{"bob"}}))
	same([]any{issue.Index, issue.Labels[0].Name, issue.Milestone.Title, issue.Assignees[0].UserName}, []any{int64(1), "bug", "v1", "bob"})
	must(alice.CreateIssueComment("acme", "engine", 1, gitea.CreateIssueCommentOption{Body: "looking"}))
	same(must(bob.ListIssueComments("acme", "engine", 1, gitea.ListIssueCommentOptions{}))[0].Body, "looking")

	pull := must(bob.CreatePullRequest("acme", "engine", gitea.CreatePullRequestOption{Title: "Add main", Body: "closes #1", Head: "topic", Base: "main"}))
	same([]any{pull.Index, pull.HasMerged, pull.Head.Ref}, []any{int64(2), false, "topic"})
	same(must(alice.ListPullRequestFiles("acme", "engine", 2, gitea.ListPullRequestFilesOptions{}))[0].Filename, "src/main.c")
	same(must(alice.CreatePullReview("acme", "engine", 2, gitea.CreatePullReviewOptions{State: gitea.ReviewStateApproved, Body: "good"})).State, gitea.ReviewStateApproved)
	same(must(alice.MergePullRequest("acme", "engine", 2, gitea.MergePullRequestOption{Style: gitea.MergeStyleRebase, DeleteBranchAfterMerge: &yes})), true)
	same(must(bob.IsPullRequestMerged("acme", "engine", 2)), true)
	same(must(bob.GetPullRequest("acme", "engine", 2)).MergedBy.UserName, "alice")
	same(len(must(bob.ListRepoBranches("acme", "engine", gitea.ListRepoBranchesOptions{}))), 1)
	same(must(bob.GetIssue("acme", "engine", 1)).State, gitea.StateClosed)

	must(alice.CreateRelease("acme", "engine", gitea.CreateReleaseOption{TagName: "v1.0", Title: "One", Target: "main"}))
	same(must(bob.ListRepoTags("acme", "engine", gitea.ListRepoTagsOptions{}))[0].Name, "v1.0")
	if len(must(bob.ListNotifications(gitea.ListNotificationOptions{}))) == 0 {
		panic("nobody was told")
	}
	ok(alice.DeleteRepo("acme", "engine"))
	fmt.Println("done")
}
