// Which names accounts may bear: those that are no route of ours.
import { isUserName } from '../../kernel/decode.ts'
import { invalid } from '../../kernel/errors.ts'

const reserved = new Set([
  '.', '..', '.well-known', 'api', 'metrics', 'v2', 'assets', 'attachments', 'avatar', 'avatars', 'repo-avatars', 'captcha', 'login', 'org', 'repo', 'user',
  'explore', 'issues', 'pulls', 'milestones', 'notifications', 'favicon.ico', 'manifest.json', 'robots.txt', 'sitemap.xml', 'ssh_info', 'swagger.v1.json',
  'openapi3.v1.json', 'ghost', 'gitea-actions', 'codestead-actions', '-', 'setup', 'twirp',
])
const suffixes = ['.keys', '.gpg', '.rss', '.atom', '.png']

/** Throws 422 in the order grammar, reserved word, reserved suffix. */
export function checkName(name: string): void {
  if (!isUserName(name)) throw invalid(`name is invalid [${name}]: must be valid alpha or numeric or dash(-_) or dot characters`)
  const lower = name.toLowerCase()
  if (reserved.has(lower)) throw invalid(`name is reserved [name: ${lower}]`)
  for (const one of suffixes) if (lower.endsWith(one)) throw invalid(`name pattern is not allowed [pattern: *${one}]`)
}
