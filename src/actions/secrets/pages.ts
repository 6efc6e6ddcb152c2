// Secrets and variables: a list, and a form that adds or replaces one.
import { input, Optional, Str } from '../../kernel/schema.ts'
import { action, ago, box, doButton, empty, form, html, icon, post, problem, redirect, rows, submit, textArea, textField } from '../../web/index.ts'
import { addressOf, managesAt, places, type Place } from '../places.ts'
import * as values from './verbs.ts'

interface Shown {
  name: string
  data?: string
  description: string
  created_at?: string
}

const fields = input('ValueForm', { name: Str, value: Optional(Str), description: Optional(Str) })
const named = input('ValueNameForm', { name: Str })

function pagesOf(place: Place, subject: 'secrets' | 'variables') {
  const { kind, at, names } = place
  const needs = managesAt(kind)
  const secret = subject === 'secrets'
  const noun = secret ? 'Secrets' : 'Variables'
  const member = secret ? 'secretname' : 'variablename'
  return [
    form({
      id: `${subject}${names}`, at: `${at}/${subject}`, says: noun, needs, fields,
      async show(page) {
        const { w, ask, given, params } = page
        const t = w.actionsSettings[subject]
        const s = w.actionsSettings.secrets
        const found: Shown[] = secret ? await values.secretsAt(page.cx, page.level) : await ask<Shown[]>(`list${names}Actions${noun}`, { ...params, limit: 50 })
        const to = addressOf(place, page, `/${subject}`)
        const line = (one: Shown) => html`<div class="row between"><div class="grow">${icon(secret ? 'lock' : 'code')} <b class="mono">${one.name}</b> ${one.data !== undefined && html`<code class="cut">${one.data}</code>`}<div class="meta">${one.description} ${one.created_at && ago(page, one.created_at)}</div></div>${doButton(`${to}/delete`, w.site.remove, { name: one.name }, { kind: 'small danger', confirm: t.sure(one.name) })}</div>`
        return place.frame(page, subject, html`<p class="lede">${t.lede}</p>${problem(page.problem)}${box(found.length === 0 ? empty(secret ? 'lock' : 'code', t.none) : rows(found.map(line)))}
          ${box(post(to, [textField('name', s.name, given.name, { required: true, hint: s.nameHint, autocomplete: 'off' }), textArea('value', s.value, secret ? '' : given.value, { required: true, code: true, rows: 3 }), textField('description', s.description, given.description), submit(t.save)]), { head: html`<h3>${t.save}</h3>` })}`)
      },
      async send(page) {
        const { ask, given, params, w } = page
        const operation = { ...params, [member]: given.name }
        const value = given.value ?? ''
        if (secret) await ask(`put${names}ActionsSecretsBySecretname`, operation, { data: value, description: given.description })
        else if (await ask.can(`get${names}ActionsVariablesByVariablename`, operation)) await ask(`put${names}ActionsVariablesByVariablename`, operation, { value, description: given.description })
        else await ask(`create${names}ActionsVariablesByVariablename`, operation, { value, description: given.description })
        return redirect(addressOf(place, page, `/${subject}`), w.actionsSettings[subject].saved)
      },
    }),
    action({
      id: `${subject}Remove${names}`, at: `${at}/${subject}/delete`, says: 'Remove one', needs, fields: named,
      async run(page) {
        await page.ask(`delete${names}Actions${noun}By${secret ? 'Secretname' : 'Variablename'}`, { ...page.params, [member]: page.given.name })
        return redirect(addressOf(place, page, `/${subject}`), page.w.actionsSettings[subject].removed)
      },
    }),
  ].flat()
}

export const pages = places.flatMap((place) => (['secrets', 'variables'] as const).filter((subject) => place.subjects.includes(subject)).flatMap((subject) => pagesOf(place, subject)))
