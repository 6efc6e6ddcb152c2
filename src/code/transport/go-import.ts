// Where the go command finds the repository of a module: the same words whether it is there or not, as git asks for a name itself.
import { raw, type RawAnswer, type Rq } from '../../kernel/route.ts'
import { html } from '../../web/index.ts'

const NAME = /^[\w.-]+$/

/** An answer to `/owner/name/…?go-get=1`; undefined for everything else. */
export function goImport(rq: Rq): RawAnswer | undefined {
  if (rq.query['go-get'] !== '1') return undefined
  const [, owner, name] = rq.url.split(/[?#]/, 1)[0].split('/')
  if (!NAME.test(owner ?? '') || !NAME.test(name ?? '')) return undefined
  const home = `${rq.cx.root}/${owner}/${name.replace(/\.git$/i, '')}`
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${home}</title><meta name="go-import" content="${home.replace(/^https?:\/\//, '')} git ${home}.git"></head><body><a href="${home}">${home}</a></body></html>
`
  return raw(String(page), { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'", 'cache-control': 'public, max-age=300' })
}
