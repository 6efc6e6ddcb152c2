import { scenario } from '../../../test/kit/world.ts'

scenario('getUserSettings, editUserSettings: absent stays, empty clears', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.as(alice).get('/user/settings').gives(200, { full_name: '', website: '', description: '', location: '', language: '', diff_view_style: '', hide_email: false, hide_activity: false })
  await w.as(alice).patch('/user/settings', { full_name: 'Alice A', website: 'https://a.example', location: 'here', hide_email: true, visibility: 'private', is_admin: true })
    .gives(200, { full_name: 'Alice A', website: 'https://a.example', location: 'here', hide_email: true }).emits('account.changed')
  await w.as(alice).patch('/user/settings', { website: '', location: null }).gives(200, { full_name: 'Alice A', website: '', location: 'here' })
  await w.as(alice).patch('/user/settings').gives(200, { full_name: 'Alice A' })
  await w.as(bob).get('/users/alice').gives(200, { full_name: 'Alice A', email: `${alice.id}+alice@noreply.localhost`, visibility: 'public', is_admin: false })
  await w.as(alice).patch('/user/settings', { website: 'ftp://x' }).gives(422).says('[Website]: Url').emits()
  await w.as(alice).patch('/user/settings', { full_name: 'x'.repeat(101) }).gives(422).says('[FullName]: MaxSize').emits()
  await w.as(alice).patch('/user/settings', { hide_email: 'yes' }).gives(422).emits()
  await w.anonymous.get('/user/settings').gives(401)
  await w.anonymous.patch('/user/settings', {}).gives(401)
})
