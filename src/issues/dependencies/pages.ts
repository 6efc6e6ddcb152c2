import { invalid, Refusal } from '../../kernel/errors.ts'
import { Optional, Str } from '../../kernel/schema.ts'
import type { PageCx } from '../../web/index.ts'
import { act } from '../ground/acts.ts'

/** `12`, `#12` or `owner/name#12`; the path's repository by the name its operation spells. */
async function named(page: PageCx, text: string) {
  const found = /^(?:([\w.-]+)\/([\w.-]+))?[#!]?(\d{1,15})$/.exec(text.trim())
  if (!found) throw invalid(page.w.issues.side.badIssue)
  const [, owner, repo, index] = found
  if (owner) return { owner, repo, index: Number(index) }
  const here = await page.ask<{ name: string; owner: { login: string } }>('getRepos', { owner: page.params.owner, repo: page.params.repo })
  return { owner: here.owner.login, repo: here.name, index: Number(index) }
}

const change = (id: string, tail: string, says: string, word: 'create' | 'delete') =>
  act(id, tail, says, { issue: Optional(Str), way: Optional(Str) }, async (page, at) => {
    const body = await named(page, page.given.issue ?? '')
    try {
      await page.ask(`${word}ReposIssues${page.given.way === 'blocks' ? 'Blocks' : 'Dependencies'}ByIndex`, at, body)
    } catch (error) {
      throw error instanceof Refusal && (error.kind === 'notFound' || error.kind === 'conflict') && page.viewer ? invalid(page.w.issues.side[error.kind === 'conflict' ? 'known' : 'badIssue']) : error
    }
  })

export const pages = [change('addDependency', 'dependencies', 'Let it wait for another issue, or the other way round', 'create'), change('removeDependency', 'dependencies/remove', 'Let it wait no longer', 'delete')].flat()
