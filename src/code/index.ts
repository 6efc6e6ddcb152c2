// The door of code.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import { crons as archiveCrons } from './archives/kept.ts'
import * as archives from './archives/routes.ts'
import { pages as blamePages } from './blame/pages.ts'
import { pages as browsingPages } from './browsing/pages.ts'
import { pages as branchPages } from './branches/pages.ts'
import * as branchRoutes from './branches/routes.ts'
import { pages as commitPages } from './commits/pages.ts'
import * as commitRoutes from './commits/routes.ts'
import { pages as comparePages } from './comparison/pages.ts'
import * as comparison from './comparison/routes.ts'
import { pages as lockPages } from './file-locks/pages.ts'
import * as lockRoutes from './file-locks/routes.ts'
import { pages as filePages } from './files/pages.ts'
import * as editorconfig from './editorconfig/routes.ts'
import * as files from './files/routes.ts'
import { pages as insightPages } from './insights/pages.ts'
import * as languages from './languages/routes.ts'
import { pages as largeFilePages } from './large-files/pages.ts'
import * as largeFileRoutes from './large-files/routes.ts'
import { crons as largeFileCrons } from './large-files/upkeep.ts'
import * as gitObjects from './objects/routes.ts'
import { pages as pickPages } from './picks/pages.ts'
import { pages as protectionPages } from './protections/pages.ts'
import * as protectionRoutes from './protections/routes.ts'
import * as raws from './raw/routes.ts'
import * as serverKey from './server-key/routes.ts'
import { pages as searchPages } from './search/pages.ts'
import * as searchRoutes from './search/routes.ts'
import * as statusRoutes from './statuses/routes.ts'
import { pages as tagProtectionPages } from './tag-protections/pages.ts'
import * as tagProtectionRoutes from './tag-protections/routes.ts'
import { pages as tagPages } from './tags/pages.ts'
import * as tagRoutes from './tags/routes.ts'
import { goImport } from './transport/go-import.ts'
import * as transport from './transport/routes.ts'
import * as upstream from './upstream/routes.ts'
import * as trigrams from './trigrams/verbs.ts'
import { reactions } from './reactions.ts'
import * as ssh from './wire/ssh.ts'
import { crons, jobs, watch } from './upkeep/background.ts'

export const room: Room = {
  name: 'code',
  migrations,
  routes: [
    transport.routes, branchRoutes.routes, tagRoutes.routes, protectionRoutes.routes, tagProtectionRoutes.routes, commitRoutes.routes, statusRoutes.routes, files.routes, raws.routes, archives.routes, gitObjects.routes, comparison.routes,
    languages.routes, largeFileRoutes.routes, lockRoutes.routes, searchRoutes.routes, upstream.routes, editorconfig.routes, serverKey.routes, browsingPages, commitPages, comparePages, branchPages, tagPages, filePages, blamePages, pickPages, insightPages, searchPages, protectionPages, tagProtectionPages, largeFilePages, lockPages,
  ],
  reactions,
  jobs: [...jobs, ...trigrams.jobs],
  crons: [...crons, ...largeFileCrons, ...archiveCrons, ...trigrams.crons],
  first: goImport,
  async start(cx) {
    const watching = await watch(cx)
    const server = await ssh.start(cx)
    return { close: async () => void (await Promise.all([watching.close(), server?.close()])) }
  },
}

/** What a room above shows on the page that compares. */
export { compareSlots, type Compared, type CompareSlot } from './ground/slots.ts'
/** Called while a room above loads: tagKeepers, branchWriters, proposers */
export { branchWriters, proposers, tagKeepers, type BranchWriter, type Proposed, type ProposedTo, type Proposer, type TagKeeper, type Taken } from './ground/ports.ts'
export * as moves from './moves/verbs.ts'
/** commitsOf, headOf, commitAt: what a moved ref brought */
export * as pushes from './pushes/verbs.ts'
/** get, list, create, rename, point, remove; fact branch.renamed */
export * as branches from './branches/verbs.ts'
export { Branch } from './branches/schema.ts'
/** facts created, changed, removed */
export * as protections from './protections/verbs.ts'
/** ruleFor, rulesOf, and what a rule lets somebody do: mayPush, mayMerge, mayBypass, mayApprove, checksOf */
export * as rules from './protections/rules.ts'
export { tagRulesOf } from './tag-protections/rules.ts'
/** The first of the changed files that a rule keeps from everybody. */
export { protectedAmong } from './protections/patterns.ts'
/** What the rules say to a ref that is about to move. */
export { judgeFor, type Verdict } from './protections/verdict.ts'
/** get, find, list, create, remove */
export * as tags from './tags/verbs.ts'
export { Tag } from './tags/schema.ts'
export * as tagView from './tags/view.ts'
/** Author and committer of what the server commits for an account. */
export { personOf, serverPerson } from './ground/identities.ts'
export { Commit, CommitUser, PayloadCommit, PayloadCommitVerification, type CommitRecord, type PayloadCommitRecord } from './commits/schema.ts'
export * as commitView from './commits/view.ts'
export * as commits from './commits/verbs.ts'
/** A list of commits on a page, and the parts of its rows. */
export { commitRows, author as commitAuthor, stateDot, type CommitRowsOptions } from './commits/rows.ts'
/** change: files in one commit; FileChange */
export { change as changeFiles, type Changed, type FileChange } from './files/verbs.ts'
/** locate: a ref as contents and web addresses name it; clean: a path */
export * as places from './content/at.ts'
/** where a commit is undone on a branch, or taken over to it */
export { pickAt } from './picks/pages.ts'
/** between, oidsOf, textOf: also across forks */
export * as comparisons from './comparison/verbs.ts'
export { disposition } from './content/disposition.ts'
export { mediaType } from './content/sniff.ts'
export * as signing from './signing/verify.ts'
export { firstUnsigned } from './signing/history.ts'
export * as statuses from './statuses/verbs.ts'
export { CommitStatus } from './statuses/schema.ts'
export * as statusView from './statuses/view.ts'
/** insert, list: large files of a repository, whose bytes lie in the blob store under lfs/ */
export * as largeFiles from './large-files/store.ts'
/** what a merge brings from a fork */
export { carry as carryLargeFiles } from './large-files/verbs.ts'
/** repoVisible for addresses of the site, where a redirect has to stay there */
export { repoShown } from './ground/gates.ts'
/** between: what a page shows of the differences of two commits */
export * as diffs from './diffs/verbs.ts'
export type { Diff, DiffFile, DiffOptions } from './diffs/verbs.ts'
/** the differences of two texts that are no commits of the repository's */
export { ofTexts as diffTexts } from './diffs/texts.ts'
export { diffView, type DiffViewOptions, type LineAt } from './diffs/diff-view.ts'
export { diffHeaders, diffStyle, diffSwitches, diffWishes, type DiffStyle } from './diffs/style.ts'
/** how many repositories the search in code knows, and how many wait */
export { figures as indexFigures } from './trigrams/verbs.ts'
