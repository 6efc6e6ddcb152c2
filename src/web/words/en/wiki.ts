import { plural } from '../plural.ts'

/** Pages of a wiki. */
export const wiki = {
  title: 'Wiki', none: 'This wiki has no pages yet', noneHow: 'Write down what people should know: how it works, how to begin, what was decided.', noneWait: 'Whoever may write here can begin with the first one.', first: 'Write the first page',
  missing: (name: string) => `There is no page called ${name}`, missingHow: 'It may have been moved or deleted, or nobody has written it yet.', writeIt: 'Write it now',
  new: 'New page', edit: 'Edit', history: 'History', delete: 'Delete', sure: (title: string) => `Delete the page ${title}? Its history stays.`, gone: 'The page was deleted.', saved: 'The page was saved.', made: 'The page was made.',
  edited: '{who} edited this page {when}', revisions: (n: number) => plural(n, 'revision', 'revisions'), pages: 'Pages', all: (n: number) => `All ${plural(n, 'page', 'pages')}`, aside: 'About this wiki', footer: 'Footer', clone: 'Clone this wiki', copy: 'Copy the address of this wiki',
  newTitle: 'New page', editTitle: (title: string) => `Edit ${title}`, name: 'Title', nameHint: 'Home is shown first; _Sidebar and _Footer appear beside and below every page.', content: 'Content', contentHint: 'Markdown. [[Another page]] links to a page of this wiki.', message: 'What changes', messageHint: 'A short note for the history; may be left empty.', save: 'Save',
  stale: 'Somebody has changed this page since you began. Your text is still here; saving again puts it in place of theirs.', seeTheirs: 'See the page as it is now',
  historyTitle: (title: string) => `History of ${title}`, old: 'This is an earlier revision, of', current: 'See the page as it is now', restore: 'Restore', restoring: 'You are editing an earlier revision; saving makes it the current one.', view: 'View', changes: 'Changes', tooDifferent: 'Too much has changed to be shown.', nothing: 'This revision left the text of the page as it was.', back: 'Back to the page', newest: 'Current',
}
