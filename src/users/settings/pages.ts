// Profile and appearance.
import { readMultipart } from '../../kernel/multipart.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { action, avatar, box, checkField, doButton, form, html, post, problem, redirect, selectField, submit, textArea, textField } from '../../web/index.ts'
import { own } from '../ground/page-gates.ts'
import { userSettings } from '../settings-frame.ts'

interface Settings {
  full_name: string
  website: string
  description: string
  location: string
  diff_view_style: string
  hide_email: boolean
  hide_activity: boolean
}

const profile = form({
  id: 'settingsProfile', at: '/user/settings', says: 'Your profile', needs: own,
  fields: input('ProfileForm', { full_name: Optional(Str), description: Optional(Str), website: Optional(Str), location: Optional(Str), hide_email: Optional(Bool), hide_activity: Optional(Bool) }),
  async show(page) {
    const { w, root, ask } = page
    const t = w.me.profile
    const held = { ...(await ask<Settings>('getUserSettings')), ...page.given }
    return userSettings(page, 'profile', html`${problem(page.problem)}${box(post(`${root}/user/settings`, [
      textField('full_name', t.fullName, held.full_name, { maxlength: 100, autocomplete: 'name' }),
      textArea('description', t.bio, held.description, { rows: 3 }),
      html`<div class="columns">${textField('website', t.website, held.website, { type: 'url', maxlength: 255, autocomplete: 'url' })}${textField('location', t.location, held.location, { maxlength: 50 })}</div>`,
      checkField('hide_email', t.hideEmail, held.hide_email), checkField('hide_activity', t.hideActivity, held.hide_activity), submit(t.save),
    ]))}
    ${box(html`<div class="pad row top">${avatar(root, page.viewer, 96)}<div class="grow stack">
      ${post(`${root}/user/settings/avatar`, [html`<div class="field"><label for="f-avatar">${t.choose}</label><input type="file" id="f-avatar" name="avatar" accept="image/*" required><p class="hint">${t.pictureHint}</p></div>`, submit(t.upload, '')], { files: true })}
      ${page.viewer!.avatar && doButton(`${root}/user/settings/avatar/delete`, t.clear, {}, { kind: 'small' })}</div></div>`, { head: html`<h2>${t.picture}</h2>` })}`)
  },
  async send({ ask, given, w, root }) {
    await ask('editUserSettings', {}, { ...given, hide_email: given.hide_email ?? false, hide_activity: given.hide_activity ?? false })
    return redirect(`${root}/user/settings`, w.me.profile.saved)
  },
})

const picture = action({
  id: 'settingsAvatar', at: '/user/settings/avatar', says: 'Set your picture', needs: own,
  async run({ ask, rq, w, root, cx }) {
    const file = (await readMultipart(rq, cx.config.max_body)).find((part) => part.name === 'avatar')
    await ask('createUserAvatar', {}, { image: file?.data.toString('base64') ?? '' })
    return redirect(`${root}/user/settings`, w.me.profile.pictureSet)
  },
})

const noPicture = action({
  id: 'settingsAvatarDelete', at: '/user/settings/avatar/delete', says: 'Remove your picture', needs: own,
  async run({ ask, w, root }) {
    await ask('deleteUserAvatar')
    return redirect(`${root}/user/settings`, w.me.profile.pictureSet)
  },
})

const appearance = form({
  id: 'settingsAppearance', at: '/user/settings/appearance', says: 'How pages look', needs: own,
  fields: input('AppearanceForm', { diff_view_style: Optional(Str) }),
  async show(page) {
    const { w, root, ask } = page
    const t = w.me.appearance
    const { diff_view_style } = await ask<Settings>('getUserSettings')
    return userSettings(page, 'appearance', html`${problem(page.problem)}${box([
      html`<div class="pad"><h2>${t.theme}</h2><p class="hint">${t.themeHint}</p><form method="post" action="${root}/-/theme" class="row"><input type="hidden" name="back" value="/user/settings/appearance">${(['auto', 'light', 'dark'] as const).map((one) => html`<button class="button" name="theme" value="${one}">${w.site.themes[one]}</button>`)}</form></div>`,
      post(`${root}/user/settings/appearance`, [selectField('diff_view_style', t.diff, [['unified', t.unified], ['split', t.split]], page.given.diff_view_style ?? (diff_view_style || 'unified')), submit(t.save)]),
    ])}`)
  },
  async send({ ask, given, w, root }) {
    await ask('editUserSettings', {}, { diff_view_style: given.diff_view_style === 'split' ? 'split' : 'unified' })
    return redirect(`${root}/user/settings/appearance`, w.me.appearance.saved)
  },
})

export const pages = [profile, picture, noPicture, appearance].flat()
