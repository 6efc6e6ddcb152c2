// A payload in the form that the receiving service reads.
import type { HookRow } from '../tables.ts'
import { summaryOf, type Summary } from './summary.ts'

const NAME = 'Codestead'

/** Ours as it is; for services the message, or undefined when they are not told. */
export function messageOf(hook: Pick<HookRow, 'kind' | 'meta'>, type: string, payload: object): object | undefined {
  if (hook.kind === 'gitea' || hook.kind === 'gogs') return payload
  if (hook.kind === 'packagist') return packagist(type, payload)
  const summary = summaryOf(type, payload)
  return summary && services[hook.kind]?.(summary, JSON.parse(hook.meta))
}

const services: Record<string, (s: Summary, meta: Record<string, string>) => object> = {
  slack: (s, meta) => ({
    channel: meta.channel,
    text: `<${s.url}|${slackText(s.title)}>`,
    username: meta.username || NAME,
    icon_url: meta.icon_url || s.sender.avatar,
    unfurl_links: 0,
    link_names: 0,
    attachments: s.text ? [{ color: meta.color || `#${s.color}`, fallback: slackText(s.title), text: slackText(s.text) }] : [],
  }),
  discord: (s) => ({
    username: NAME,
    // names in titles and comments ring nobody's bell
    allowed_mentions: { parse: [] },
    embeds: [{ title: cut(s.title, 256), description: cut(s.text, 2000), url: s.url, color: Number.parseInt(s.color, 16), author: { name: cut(s.sender.name, 256), url: s.sender.url, icon_url: s.sender.avatar } }],
  }),
  dingtalk: (s) => ({
    msgtype: 'actionCard',
    actionCard: { title: s.title, text: markdown(s), hideAvatar: '0', singleTitle: 'View', singleURL: `dingtalk://dingtalkclient/page/link?pc_slide=false&url=${encodeURIComponent(s.url)}` },
  }),
  telegram: (s) => ({
    text: cut(`<a href="${html(s.url)}">${html(cut(s.title, 500))}</a>${s.text ? `\n\n${html(cut(s.text, 500))}` : ''}`, 4096),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  }),
  msteams: (s) => ({
    '@type': 'MessageCard',
    '@context': 'https://schema.org/extensions',
    themeColor: s.color,
    title: s.title,
    summary: s.title,
    sections: [{ activityTitle: s.sender.name, activitySubtitle: s.repository.name, activityImage: s.sender.avatar, text: s.text.replaceAll('\n', '\n\n'), facts: [{ name: 'Repository:', value: s.repository.name }] }],
    potentialAction: [{ '@type': 'OpenUri', name: 'View', targets: [{ os: 'default', uri: s.url }] }],
  }),
  feishu: (s) => ({ msg_type: 'text', content: { text: plain(s) } }),
  matrix: (s) => ({
    msgtype: 'm.notice',
    format: 'org.matrix.custom.html',
    body: plain(s),
    formatted_body: `<a href="${html(s.url)}">${html(s.title)}</a>${s.text ? `<br>${html(s.text).replaceAll('\n', '<br>')}` : ''}`,
  }),
  wechatwork: (s) => ({ msgtype: 'markdown', markdown: { content: cut(markdown(s), 2000) } }),
}

/** It fetches the package anew; only a push gives it a reason to. */
const packagist = (type: string, payload: any) => (type === 'push' && payload.total_commits > 0 ? { repository: { url: payload.repository.html_url } } : undefined)

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
const plain = (s: Summary) => [s.title, s.text, s.url].filter(Boolean).join('\n')
const markdown = (s: Summary) => `[${s.title.replace(/[[\]\\]/g, '\\$&')}](${s.url})${s.text ? `\n\n${s.text.split('\n').map((line) => `> ${line}`).join('\n')}` : ''}`
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const html = (text: string) => slackText(text).replaceAll('"', '&quot;')
