// The door of issues.
import type { Room } from '../kernel/route.ts'
import { quota } from '../repos/index.ts'
import { migrations } from './migrations.ts'
import * as assigneePages from './assignees/pages.ts'
import * as assigneeRoutes from './assignees/routes.ts'
import * as attachmentPages from './attachments/pages.ts'
import * as attachmentRoutes from './attachments/routes.ts'
import { crons as fileCrons } from './attachments/loose.ts'
import { bytesOwned } from './attachments/store.ts'
import * as commentPages from './comments/pages.ts'
import * as commentRoutes from './comments/routes.ts'
import * as dependencyPages from './dependencies/pages.ts'
import * as dependencyRoutes from './dependencies/routes.ts'
import * as historyPages from './history/pages.ts'
import * as markPages from './issue-labels/pages.ts'
import * as markRoutes from './issue-labels/routes.ts'
import * as issuePages from './issues/pages.ts'
import * as issueRoutes from './issues/routes.ts'
import * as labelPages from './labels/pages.ts'
import * as labelRoutes from './labels/routes.ts'
import * as milestonePages from './milestones/pages.ts'
import * as milestoneRoutes from './milestones/routes.ts'
import * as openingPages from './opening/pages.ts'
import * as orgLabelPages from './org-labels/pages.ts'
import * as pinPages from './pins/pages.ts'
import * as pinRoutes from './pins/routes.ts'
import { reactions } from './reactions.ts'
import * as reactionPages from './reactions/pages.ts'
import * as reactionRoutes from './reactions/routes.ts'
import * as searchPages from './search/pages.ts'
import * as searchRoutes from './search/routes.ts'
import * as stopwatchRoutes from './stopwatches/routes.ts'
import * as subscriptionPages from './subscriptions/pages.ts'
import * as subscriptionRoutes from './subscriptions/routes.ts'
import * as templateRoutes from './templates/routes.ts'
import { crons as wordCrons } from './text/rebuild.ts'
import * as timelineRoutes from './timeline/routes.ts'
import * as timePages from './times/pages.ts'
import * as timeRoutes from './times/routes.ts'

export const room: Room = {
  name: 'issues',
  migrations,
  routes: [
    issueRoutes.routes, searchRoutes.routes, labelRoutes.routes, markRoutes.routes, milestoneRoutes.routes, commentRoutes.routes, timelineRoutes.routes, assigneeRoutes.routes,
    dependencyRoutes.routes, timeRoutes.routes, stopwatchRoutes.routes, subscriptionRoutes.routes, reactionRoutes.routes, pinRoutes.routes, attachmentRoutes.routes, templateRoutes.routes,
    issuePages.pages, openingPages.pages, historyPages.pages, searchPages.pages, labelPages.pages, orgLabelPages.pages, milestonePages.pages, commentPages.pages, attachmentPages.pages, assigneePages.pages, markPages.pages, reactionPages.pages, subscriptionPages.pages, pinPages.pages, timePages.pages, dependencyPages.pages,
  ],
  reactions,
  crons: [...fileCrons, ...wordCrons],
}

quota.countedBy('attachments', bytesOwned)

export * as issueFacts from './ground/facts.ts'
export type { AttachmentRow, CommentRow, CommentTable, IssueRow, IssueTable, LabelRow, MilestoneRow, PullRow, PullTable, ReactionRow, TrackedTimeRow } from './tables.ts'

/** Records, and rows → records in batch. */
export { Attachment, type AttachmentRecord } from './attachments/schema.ts'
export { Comment, type CommentRecord } from './comments/schema.ts'
export { Issue, Project, PullRequestMeta, RepositoryMeta, type IssueRecord, type ProjectRecord } from './issues/schema.ts'
export { Label, type LabelRecord } from './labels/schema.ts'
export { Milestone, type MilestoneRecord } from './milestones/schema.ts'
export * as attachmentView from './attachments/view.ts'
export * as commentView from './comments/view.ts'
export * as issueView from './issues/view.ts'
export * as labelView from './labels/view.ts'
export * as milestoneView from './milestones/view.ts'
export { ghost, people, type People } from './ground/people.ts'

/** Readers. */
export * as assigneeStore from './assignees/store.ts'
export * as attachmentStore from './attachments/store.ts'
/** nameOf, isTaken, keep, keyOf, needAttachments: what every kind of uploaded file goes through */
export * as uploads from './attachments/files.ts'
export { fileBody, uploaded, type Uploaded } from './attachments/upload.ts'
export * as commentStore from './comments/store.ts'
export * as dependencyStore from './dependencies/store.ts'
export * as issueStore from './issues/store.ts'
export * as labelStore from './labels/store.ts'
export * as milestoneStore from './milestones/store.ts'
export * as searchStore from './search/store.ts'
/** choices, participants, watchesRepo */
export * as subscriptionStore from './subscriptions/store.ts'

/** Changes of a row inside the caller's transaction, entries included; the caller has decided that they are permitted. */
export { entry } from './changes/entries.ts'
export * as issueChanges from './changes/issue.ts'
export * as labelChanges from './changes/labels.ts'
/** Rows from another server, without a word to anybody. */
export { bringIn, type Imported, type ImportedComment, type ImportedIssue, type ImportedLabel, type ImportedMilestone } from './changes/importing.ts'
export { equip, openRow, type Equipment, type Opening } from './changes/opening.ts'
export * as assignees from './assignees/verbs.ts'
/** Whole operations with their own permission; `comments.write` works inside a transaction without asking. */
export * as comments from './comments/verbs.ts'
export * as issues from './issues/verbs.ts'

/** Rows from numbers in paths, and who may. */
export { issueOf, isWriter, needAuthorOrWriter, needWriter, refuseBlocked, type Allowed, type At } from './ground/at.ts'
export { dayOf, endOfDay, moment, spanOf, type Span } from './ground/days.ts'
export { reactionWords } from './reactions/verbs.ts'
export { parseReferences, type IssueReference, type References } from './text/references.ts'
export { follow, targetsOf, type Target } from './text/mentions.ts'

/** The room projects connects its boards here. */
export { connectBoards, type Boards } from './ground/ports.ts'

/**
 * What pages are made of, for issues and pull requests alike. A pull request's page stands at `/:owner/:repo/pulls/:index…`, begins with
 * `const on = await openIssue(page)` and shows `issueHead(page, on)`, `conversation(page, on, slots)` and `issueSide(page, on, slots)`
 * (islands `editor` and `talk`, grid `<div class="split talk-split">`); a list is `listSheet` or `issueList` with `pulls: true` (island `list`).
 * Their forms are posted to `/:owner/:repo/issues/:index/…` for both kinds.
 */
export { openIssue, backTo, type OpenIssue } from './ground/opened.ts'
export { act, leadBack, placeOf, sentence } from './ground/acts.ts'
/** Fields for Markdown that take files: the editor's option, and the text with what a plain form brought. */
export { editorFiles, withFiles } from './attachments/writing.ts'
export { issueHead } from './issues/pages.ts'
export { issueLink, stateBadge, stateMark, stateOf } from './issues/marks.ts'
export { issueSide, type SideSlots } from './issues/side.ts'
export { sideForm, sidePart, ticks, type Tick } from './issues/side-part.ts'
export { commentCard, type CardOf } from './comments/card.ts'
export { conversation, entryCard, type Slots } from './timeline/conversation.ts'
export { eventOf } from './timeline/events.ts'
export { fill } from './timeline/fill.ts'
export type { TimelineRecord } from './timeline/schema.ts'
export type { Told } from './timeline/verbs.ts'
export { issueList, listSheet, type ListMore } from './search/list.ts'
export { issueWays } from './labels/pages.ts'
export { listWays } from './search/pages.ts'
export { issueRows, type RowsMore } from './search/rows.ts'
/** everywhere(cx, actor, asked): what of all repositories is wanted, for searchStore */
export * as searches from './search/verbs.ts'
