import { plural } from '../plural.ts'

/** Releases, their notes and files. */
export const releases = {
  title: 'Releases', none: 'No releases yet', noneHow: 'A release gives a tag a title, notes and files to download.', new: 'New release', first: 'Make the first one', latest: 'Latest', draft: 'Draft', prerelease: 'Prerelease', tags: 'Tags', feed: 'Feed of releases',
  released: 'released this', drafted: 'drafted this', files: 'Files', source: (kind: string) => `Source code (${kind})`, downloads: (n: number) => plural(n, 'download', 'downloads'), since: 'What changed since', edit: 'Edit', delete: 'Delete', sure: (name: string) => `Delete the release ${name}? Its tag stays.`,
  deleted: 'The release was deleted; its tag is still there.', addFile: 'Add a file', file: 'File', upload: 'Upload', uploaded: 'The file was added.', removeFile: (name: string) => `Delete the file ${name}`, sureFile: (name: string) => `Delete ${name}?`, fileRemoved: 'The file was deleted.',
  tag: 'Tag', tagHint: 'A tag that exists, or a new one that is made when the release is published.', target: 'Target', targetHint: 'Where a new tag is made: a branch or the id of a commit.', name: 'Title', notes: 'Notes', isPrerelease: 'This is a prerelease', prereleaseHint: 'Not ready for everybody; it is never the latest.',
  publish: 'Publish', saveDraft: 'Save as draft', save: 'Save', editTitle: (name: string) => `Edit ${name}`, saved: 'Saved.', filesHint: 'Files can be added once it is saved.', noRelease: 'No release has been made of this tag.', make: 'Make a release of it', backToDraft: 'Back to draft',
}
