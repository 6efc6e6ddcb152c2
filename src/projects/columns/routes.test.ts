import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

/** Operations that exist for repository, organization and account are told once for each. */
const owners = [
  { path: '/repos/alice/demo', covers: 'createReposProjectsColumnsById, listReposProjectsColumnsById, getReposProjectsColumnsByColumnId, editReposProjectsColumnsByColumnId, deleteReposProjectsColumnsByColumnId, createReposProjectsColumnsDefaultByColumnId, createReposProjectsColumnsMoveById' },
  { path: '/orgs/acme', covers: 'createOrgsProjectsColumnsById, listOrgsProjectsColumnsById, getOrgsProjectsColumnsByColumnId, editOrgsProjectsColumnsByColumnId, deleteOrgsProjectsColumnsByColumnId, createOrgsProjectsColumnsDefaultByColumnId, createOrgsProjectsColumnsMoveById' },
  { path: '/user', covers: 'createUserProjectsColumnsById, listUserProjectsColumnsById, getUserProjectsColumnsByColumnId, editUserProjectsColumnsByColumnId, deleteUserProjectsColumnsByColumnId, createUserProjectsColumnsDefaultByColumnId, createUserProjectsColumnsMoveById' },
]

for (const { path, covers } of owners) {
  scenario(`${covers}: columns come, change, move and go`, async (w) => {
    const alice = await w.user('alice')
    const bob = await w.user('bob')
    await w.repo(alice, 'demo')
    await w.org(alice, 'acme')
    const board = (await w.as(alice).post(`${path}/projects`, { title: 'x' }).gives(201)).body
    const other = (await w.as(alice).post(`${path}/projects`, { title: 'y', template_type: 'basic_kanban' }).gives(201)).body
    const at = `${path}/projects/${board.id}/columns`
    await w.as(alice).get(at).gives(200, []).header('x-total-count', '0')
    const first = (await w.as(alice).post(at, { title: 'One', color: '#A1b2c3' }).gives(201, { title: 'One', sorting: 0, default: false, color: '#A1b2c3', project_id: board.id, creator: { login: 'alice' } }).emits()).body
    const second = (await w.as(alice).post(at, { title: 'Two' }).gives(201, { sorting: 1 })).body
    assert.ok(!('color' in second))
    await w.as(alice).get(`${at}/${first.id}`).gives(200, { title: 'One' })
    const foreign = (await w.as(alice).get(`${path}/projects/${other.id}/columns`).gives(200)).body[1]
    await w.as(alice).get(`${at}/${foreign.id}`).gives(404).empty()

    await w.as(alice).patch(`${at}/${first.id}`, { title: ' Uno ', sorting: -5, color: '' }).gives(200, { title: 'Uno', sorting: -5, color: undefined })
    await w.as(alice).patch(`${at}/${first.id}`, {}).gives(200, { title: 'Uno' })
    await w.as(alice).patch(`${at}/${first.id}`, { title: ' ' }).gives(422)
    await w.as(alice).patch(`${at}/${first.id}`, { sorting: 128 }).gives(422)
    await w.as(alice).patch(`${at}/${first.id}`, { color: 'red' }).gives(422)
    await w.as(alice).patch(`${at}/${foreign.id}`, { title: 'x' }).gives(404)
    await w.as(alice).post(at, { title: 'x', color: '#12345' }).gives(422)
    await w.as(alice).post(at, {}).gives(422).says('[Title]: Required')

    await w.as(alice).post(`${at}/move`, {}).gives(422).says('[ColumnIDs]: Required')
    await w.as(alice).post(`${at}/move`, { column_ids: [first.id] }).gives(422)
    await w.as(alice).post(`${at}/move`, { column_ids: [first.id, first.id] }).gives(422)
    await w.as(alice).post(`${at}/move`, { column_ids: [first.id, foreign.id] }).gives(422)
    await w.as(alice).post(`${at}/move`, { column_ids: [second.id, first.id] }).gives(204).empty()
    await w.as(alice).get(at).gives(200, [{ id: second.id, sorting: 0 }, { id: first.id, sorting: 1 }])

    for (let i = 0; i < 2; i++) await w.as(alice).post(`${at}/${first.id}/default`).gives(204).empty()
    await w.as(alice).post(`${at}/${foreign.id}/default`).gives(404)
    await w.as(alice).get(at).gives(200, [{ default: false }, { default: true }])
    await w.as(alice).delete(`${at}/${first.id}`).gives(422)
    await w.as(alice).post(`${at}/${second.id}/default`).gives(204)
    await w.as(alice).delete(`${at}/${first.id}`).gives(204).empty()
    await w.as(alice).delete(`${at}/${first.id}`).gives(404).empty()
    await w.as(alice).delete(`${at}/${foreign.id}`).gives(404)

    await w.anonymous.post(at, { title: 'x' }).gives(401)
    await w.as(bob).post(at, { title: 'x' }).gives(path.startsWith('/repos') ? 403 : 404)
    await w.as(bob).delete(`${at}/${second.id}`).gives(path.startsWith('/repos') ? 403 : 404)
    await w.as(alice).post(`${path}/projects/99/columns`, { title: 'x' }).gives(404)

    await w.as(alice).patch(`${path}/projects/${board.id}`, { state: 'closed' }).gives(200)
    await w.as(alice).post(at, { title: 'x' }).gives(403).says('closed')
    await w.as(alice).patch(`${at}/999`, { title: 'x' }).gives(403)
    await w.as(alice).delete(`${at}/${second.id}`).gives(403)
    await w.as(alice).post(`${at}/${second.id}/default`).gives(403)
    await w.as(alice).post(`${at}/move`, { column_ids: [second.id] }).gives(403)
    await w.as(alice).get(at).gives(200, [{ id: second.id }])
  })
}

scenario('createReposProjectsColumnsById: twenty columns are enough, and sorting stops at 127', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const board = (await w.as(alice).post('/repos/alice/demo/projects', { title: 'x' }).gives(201)).body
  const at = `/repos/alice/demo/projects/${board.id}/columns`
  const first = (await w.as(alice).post(at, { title: 'first' }).gives(201)).body
  await w.as(alice).patch(`${at}/${first.id}`, { sorting: 127 }).gives(200)
  for (let i = 1; i < 20; i++) await w.as(alice).post(at, { title: `c${i}` }).gives(201, { sorting: 127 })
  await w.as(alice).post(at, { title: 'one too many' }).gives(422).says('20')
  await w.as(alice).get(`${at}?limit=5&page=2`).gives(200, [5, 6, 7, 8, 9].map((i) => ({ title: `c${i}` }))).header('link', /rel="prev"/)
})
