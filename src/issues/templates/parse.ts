// Files of a repository → templates, and the configuration beside them.
import { posix } from 'node:path'
import { isWebUrl } from '../../kernel/decode.ts'
import { fieldsOf } from './fields.ts'
import { isMap, readYaml, Wrong } from './reading.ts'
import type { ConfigRecord, TemplateRecord } from './schema.ts'

const ABOUT = 80
const FRONT = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/

export const isTemplate = (name: string): boolean => /\.(md|ya?ml)$/i.test(name) && !/^config\.ya?ml$/i.test(name)

/** Throws Wrong for what cannot be used. */
export function parseTemplate(path: string, text: string): TemplateRecord {
  const found = /\.md$/i.test(path) ? fromMarkdown(path, text) : fromForm(path, text)
  for (const name of ['name', 'about'] as const) if (found[name].trim() === '') throw new Wrong(`'${name}' is required`)
  return found
}

function fromMarkdown(path: string, text: string): TemplateRecord {
  const front = FRONT.exec(text)
  const members = front ? quietly(front[1]) : undefined
  if (members) return { ...headOf(path, members), content: text.slice(front![0].length), body: null }
  // two rules across the page look the same as a head, so what cannot be read as one is part of the text
  const name = posix.basename(path).replace(/\.md$/i, '')
  return { ...headOf(path, { name, about: [...text].slice(0, ABOUT).join('') }), content: text, body: null }
}

function quietly(text: string): Record<string, unknown> | undefined {
  try {
    const value = readYaml(text)
    return isMap(value) ? value : undefined
  } catch {
    return undefined
  }
}

function fromForm(path: string, text: string): TemplateRecord {
  const members = readYaml(text)
  if (!isMap(members)) throw new Wrong('the file holds no members')
  return { ...headOf(path, members), content: '', body: fieldsOf(members.body) }
}

function headOf(path: string, members: Record<string, unknown>): Omit<TemplateRecord, 'content' | 'body'> {
  const ref = words(members, 'ref')
  return {
    name: words(members, 'name'), title: words(members, 'title'), about: words(members, 'about') || words(members, 'description'), labels: listed(members, 'labels'), assignees: listed(members, 'assignees'),
    ref: ref.startsWith('refs/') ? ref : `refs/heads/${ref}`, file_name: path,
  }
}

function words(members: Record<string, unknown>, name: string): string {
  const value = members[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new Wrong(`'${name}' should be a text`)
  return String(value)
}

/** A list, or one text with commas. */
function listed(members: Record<string, unknown>, name: string): string[] | null {
  const value = members[name]
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? '' : String(one).trim())).filter(Boolean)
  return words(members, name).split(',').map((one) => one.trim()).filter(Boolean)
}

export const plain = (): ConfigRecord => ({ blank_issues_enabled: true, contact_links: [] })

/** Throws Wrong for what cannot be used. */
export function parseConfig(text: string): ConfigRecord {
  const members = readYaml(text) ?? {}
  if (!isMap(members)) throw new Wrong('the file holds no members')
  const blank = members.blank_issues_enabled ?? true
  if (typeof blank !== 'boolean') throw new Wrong("'blank_issues_enabled' should be true or false")
  const links = members.contact_links ?? []
  if (!Array.isArray(links)) throw new Wrong("'contact_links' should be a list")
  return {
    blank_issues_enabled: blank,
    contact_links: links.map((one: unknown, at) => {
      const member = (name: string) => {
        const value = isMap(one) ? one[name] : undefined
        if (typeof value !== 'string' || value.trim() === '') throw new Wrong(`contact_links[${at}]: '${name}' is required`)
        return value
      }
      const url = member('url')
      if (!isWebUrl(url)) throw new Wrong(`contact_links[${at}]: 'url' should be an address of the web`)
      return { name: member('name'), url, about: member('about') }
    }),
  }
}
