// The board and everything that is moved on it.
import { raw } from '../../kernel/route.ts'
import { Id, input, Int, Optional, Str } from '../../kernel/schema.ts'
import { action, page, redirect, type PageCx } from '../../web/index.ts'
import { atOwner, boardsAt, inRepo, type Place } from '../ground/place.ts'
import { adding, board } from './board.ts'

type Here = PageCx & { place: Place }

const at = (page: Here) => ({ ...page.place.members, id: page.params.id })
const back = (page: Here, says?: string) => redirect(boardsAt(page, page.place, `/${encodeURIComponent(page.params.id)}`), says)

const pagesAt = (names: string, path: string, needs: typeof inRepo) => {
  const board$ = `${path}/:id`
  const column = input('ColumnForm', { title: Str, color: Optional(Str) })
  const place = (page: Here) => page.place.names
  return [
    page({ id: `board${names}`, at: board$, says: 'A board', needs, run: board }),
    page({ id: `boardAdd${names}`, at: `${board$}/add`, says: 'Issues to put on a board', needs, run: adding }),
    action({
      id: `columnAdd${names}`, at: `${board$}/columns`, says: 'Add a column', needs, fields: column,
      run: async (page) => (await page.ask(`create${place(page)}ProjectsColumnsById`, at(page), page.given), back(page)),
    }),
    action({
      id: `columnArrange${names}`, at: `${board$}/columns/arrange`, says: 'Arrange the columns', needs, fields: input('ArrangeForm', { ids: Str }),
      run: async (page) => (await page.ask(`create${place(page)}ProjectsColumnsMoveById`, at(page), { column_ids: page.given.ids.split(',').map(Number) }), back(page)),
    }),
    action({
      id: `columnEdit${names}`, at: `${board$}/columns/:column_id`, says: 'Edit a column', needs, fields: column,
      run: async (page) => (await page.ask(`edit${place(page)}ProjectsColumnsByColumnId`, { ...at(page), column_id: page.params.column_id }, page.given), back(page)),
    }),
    action({
      id: `columnDefault${names}`, at: `${board$}/columns/:column_id/default`, says: 'Make a column the default', needs,
      run: async (page) => (await page.ask(`create${place(page)}ProjectsColumnsDefaultByColumnId`, { ...at(page), column_id: page.params.column_id }), back(page)),
    }),
    action({
      id: `columnRemove${names}`, at: `${board$}/columns/:column_id/delete`, says: 'Delete a column', needs,
      run: async (page) => (await page.ask(`delete${place(page)}ProjectsColumnsByColumnId`, { ...at(page), column_id: page.params.column_id }), back(page)),
    }),
    action({
      id: `cardAdd${names}`, at: `${board$}/cards/:issue_id/add`, says: 'Put a card on a board', needs, fields: input('CardAddForm', { column_id: Id }),
      run: async (page) => (await page.ask(`create${place(page)}ProjectsColumnsIssuesByIssueId`, { ...at(page), issue_id: page.params.issue_id, column_id: page.given.column_id }), back(page)),
    }),
    action({
      id: `cardRemove${names}`, at: `${board$}/cards/:issue_id/remove`, says: 'Take a card off a board', needs, fields: input('CardRemoveForm', { column_id: Id }),
      run: async (page) => (await page.ask(`delete${place(page)}ProjectsColumnsIssuesByIssueId`, { ...at(page), issue_id: page.params.issue_id, column_id: page.given.column_id }), back(page)),
    }),
    action({
      id: `cardMove${names}`, at: `${board$}/cards/:issue_id/move`, says: 'Move a card', needs, fields: input('CardMoveForm', { column_id: Id, sorting: Optional(Int), quiet: Optional(Str) }),
      async run(page) {
        const { column_id, sorting, quiet } = page.given
        await page.ask(`create${place(page)}ProjectsIssuesMoveByIssueId`, { ...at(page), issue_id: page.params.issue_id }, { column_id, sorting })
        return quiet ? raw('', {}, 204) : back(page)
      },
    }),
  ].flat()
}

export const pages = [...pagesAt('Repo', '/:owner/:repo/projects', inRepo), ...pagesAt('Owner', '/:owner/-/projects', atOwner)]
