import type { Happening } from '../deliveries/verbs.ts'
import { around, type Scene } from './parts.ts'

/** Comments of edits that nobody commented are the commit's own words. */
export const onWiki = ({ cx, repo, by }: Scene, data: { page: string; comment: string }, action: 'created' | 'edited' | 'deleted'): Happening[] => [{
  type: 'wiki',
  payload: () => ({ action, ...around(cx, repo, by), page: data.page, comment: data.comment }),
}]
