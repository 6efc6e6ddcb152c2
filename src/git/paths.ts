// Which paths may enter a tree. Nothing is ever checked out here, but it will be on somebody's machine.

// characters that some file systems leave out of names, so that ".g\u200cit" becomes ".git" there
const IGNORED = /[\u200b-\u200f\u202a-\u202e\u206a-\u206f\ufeff\u00ad]/g

/** Whether a name would be, or be taken for, the repository's own folder. */
export function isDotGit(name: string): boolean {
  const seen = name.replace(IGNORED, '').normalize('NFC').toLowerCase()
  // NTFS drops trailing dots and spaces, and takes what follows a colon for a stream
  const bare = seen.split(':')[0].replace(/[. ]+$/, '')
  return bare === '.git' || /^git~\d+$/.test(bare) || seen === '.' || seen === '..'
}

/** Whether a path may be written: relative, clean segments, nothing that could be the repository itself. */
export function validPath(path: unknown): path is string {
  if (typeof path !== 'string' || path === '' || Buffer.byteLength(path) > 4096 || !path.isWellFormed()) return false
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(path)) return false
  return path.split('/').every((name) =>
    name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 255 && !isDotGit(name) && !name.split('\\').some(isDotGit))
}
