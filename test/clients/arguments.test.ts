// What users write never becomes an option of git: every operation is called with names that look like options, on a server whose
// git writes down how it was started.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { commit, git } from '../kit/git.ts'
import { people, withServer, type Server } from './server.ts'

const run = promisify(execFile)
type Any = any

/** In every word that is a user's, and in nothing of ours. */
const MARK = 'zqxmark'
const words = [`-${MARK}`, `--output=${tmpdir()}/${MARK}`, `--upload-pack=touch ${tmpdir()}/${MARK};`, `HEAD ${MARK}`, `main\n-${MARK}`]

/** A git that writes down its arguments and its environment, each start in a file of its own. */
function recorder(folder: string) {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const starts = join(folder, 'starts')
  mkdirSync(starts)
  writeFileSync(join(folder, 'git'), `#!/bin/bash\n{ printf '%s\\0' "$@"; printf '\\0'; env -0; } > "${starts}/$$-$RANDOM$RANDOM"\nexec "${real}" "$@"\n`, { mode: 0o755 })
  return {
    path: join(folder, 'git'),
    read: () => readdirSync(starts).map((name) => {
      const parts = readFileSync(join(starts, name), 'utf8').split('\0')
      const end = parts.indexOf('')
      return { args: parts.slice(0, end), env: parts.slice(end + 1).filter(Boolean) }
    }),
  }
}

/** A repository whose files, branches and tags are called like that as far as git lets them be. */
async function seeded(server: Server, folder: string): Promise<void> {
  await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'r' })
  const path = join(folder, 'work')
  mkdirSync(path)
  await git(path, ['init', '-q', '-b', 'main'])
  for (const name of [`-${MARK}`, `--output=${MARK}`, `dir/--${MARK}.md`, 'README.md']) {
    mkdirSync(join(path, 'dir'), { recursive: true })
    writeFileSync(join(path, name), `${MARK}\n`)
    await git(path, ['add', '--', name])
  }
  await git(path, ['commit', '-qm', `--message ${MARK}`], { GIT_AUTHOR_NAME: `--${MARK}`, GIT_AUTHOR_EMAIL: `--${MARK}@example.com` })
  await git(path, ['branch', `b-${MARK}`])
  await git(path, ['tag', '-a', `t-${MARK}`, '-m', `-${MARK}`])
  const address = server.remote('alice', 'alice/r')
  await git(path, ['push', '-q', address, 'main', `b-${MARK}`, `t-${MARK}`])
  await git(path, ['checkout', '-q', `b-${MARK}`])
  await commit(path, 'more.txt', MARK)
  await git(path, ['push', '-q', '-o', `--${MARK}`, address, `b-${MARK}`])
  for (const ref of [`refs/heads/-${MARK}`, `refs/tags/--${MARK}`, `refs/for/-${MARK}`]) await assert.rejects(git(path, ['push', '-q', address, `HEAD:${ref}`]), /rejected|funny|invalid/)
  await server.ask(201, 'alice', 'POST', '/repos/alice/r/pulls', { title: `--${MARK}`, body: `--${MARK}`, head: `b-${MARK}`, base: 'main' })
}

const isText = (schema: Any): boolean => schema && (schema.type === 'string' || schema.anyOf?.some(isText))

/** Values for what an operation must have. */
function fitting(schema: Any): Any {
  const properties: [string, Any][] = Object.entries(schema?.properties ?? {})
  return Object.fromEntries(properties.filter(([name]) => schema.required?.includes(name)).map(([name, one]) => [name, one.enum?.[0] ?? (one.type === 'string' ? 'bWFpbg==' : one.type === 'array' ? [] : one.type === 'object' ? fitting(one) : 1)]))
}

const there: Record<string, string> = { owner: 'alice', repo: 'r', index: '1', sha: 'main', branch: 'main', filepath: 'README.md', ref: 'main', basehead: 'main...main', tag: `t-${MARK}`, archive: 'main.zip', username: 'alice', diffType: 'diff' }
const ends = /^(deleteRepos|createReposTransfer\w*|deleteReposBranches\w*|createReposPullsMerge\w*)$/

/** Every operation on a repository with every word in every place of text. */
async function sweep(server: Server, description: Any): Promise<number> {
  let sent = 0
  const send = async (method: string, path: string, body?: Any) => {
    const { status, text } = await server.call('alice', method, path, method === 'GET' ? undefined : body)
    assert.ok(status < 500, `${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`)
    sent++
  }
  for (const [template, methods] of Object.entries<Any>(description.paths)) {
    if (!/^\/repos\/(\{owner\}|migrate)/.test(template)) continue
    for (const [method, one] of Object.entries<Any>(methods)) {
      if (ends.test(one.operationId)) continue
      const fill = (name: string, word: string) => template.replace(/\{(\w+)\}/g, (_, other) => encodeURIComponent(other === name ? word : there[other] ?? '1'))
      const schema = resolved(description, one.requestBody?.content?.['application/json']?.schema)
      for (const word of words) {
        for (const { name, in: where } of one.parameters ?? []) {
          if (where === 'path' && !['owner', 'repo'].includes(name)) await send(method.toUpperCase(), fill(name, word), fitting(schema))
          else if (where === 'query') await send(method.toUpperCase(), `${fill('', '')}?${name}=${encodeURIComponent(word)}`, fitting(schema))
        }
        for (const [name, member] of Object.entries<Any>(schema?.properties ?? {})) if (isText(member) && !(one.operationId === 'editRepos' && name === 'name')) await send(method.toUpperCase(), fill('', ''), { ...fitting(schema), [name]: word })
      }
    }
  }
  return sent
}

function resolved(description: Any, schema: Any): Any {
  return schema?.$ref ? schema.$ref.slice(2).split('/').reduce((at: Any, key: string) => at[key], description) : schema
}

async function pages(server: Server): Promise<void> {
  const names = [...words, `b-${MARK}`, `t-${MARK}`]
  for (const name of names) {
    const e = encodeURIComponent(name)
    for (const path of [`src/branch/${e}`, `src/branch/main/${e}`, `src/tag/${e}`, `commits/branch/${e}`, `commits/branch/main/${e}`, `blame/branch/main/${e}`, `raw/branch/main/${e}`, `raw/blob/${e}`, `media/branch/main/${e}`, `archive/${e}.zip`, `archive/main.tar.gz?path=${e}`,
      `commit/${e}`, `commit/${e}.diff`, `compare/main...${e}`, `compare/${e}...main`, `graph?branch=${e}`, `search?q=${e}`, `rss/branch/${e}`, `releases/tag/${e}`, `find/branch/${e}`, `pulls/1.diff?x=${e}`, `info/refs?service=${e}`]) {
      const got = await fetch(`${server.url}/alice/r/${path}`, { redirect: 'manual' })
      await got.arrayBuffer()
      assert.ok(got.status < 500, `${path}: ${got.status}`)
    }
  }
}

test('no name, path, address or text of a user becomes an option of git', () => withFolder(async (folder) => {
  const git_ = recorder(folder)
  await withServer(async (server, make) => {
    await people(server, 'alice')
    await seeded(server, folder)
    const description = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/api.json'), 'utf8'))
    const sent = await sweep(server, description)
    await server.ask(200, 'alice', 'GET', '/repos/alice/r/branches/main')
    assert.ok(sent > 2000, `${sent} requests`)
    await pages(server)
    for (const address of [`--upload-pack=touch ${MARK}`, `ext::sh -c touch% ${MARK}`, `ssh://-oProxyCommand=${MARK}/x`, `file:///${MARK}`, `http://${MARK}\n[core]sshCommand=x/`, `-${MARK}`]) {
      for (const mirror of [false, true]) await server.ask(422, 'alice', 'POST', '/repos/migrate', { clone_addr: address, repo_name: 'copy', mirror })
      await server.ask(400, 'alice', 'POST', '/repos/alice/r/push_mirrors', { remote_address: address, interval: '8h' })
    }
    const key = join(make('keys'), 'key')
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    await server.ask(201, 'alice', 'POST', '/user/keys', { title: 'k', key: readFileSync(`${key}.pub`, 'utf8').trim() })
    const { ssh_url } = await server.ask(200, 'alice', 'GET', '/repos/alice/r')
    const { port, hostname } = new URL(ssh_url)
    /** Whether it is served or refused: a repository may be called like an option. */
    const ssh = async (command: string) => {
      const asking = run('ssh', ['-F', 'none', '-i', key, '-o', 'IdentitiesOnly=yes', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-p', port, `git@${hostname}`, command])
      asking.child.stdin!.end('0000')
      return asking.catch((error: Error) => error)
    }
    for (const word of words) {
      for (const verb of ['git-upload-pack', 'git-receive-pack', 'git-upload-archive']) for (const path of [word, `alice/${word}`, `alice/r.git ${word}`]) await ssh(`${verb} '${path}'`)
      assert.match(String(await ssh(`git-upload-pack ${word} alice/r.git`)), /Only git and git-lfs commands/)
    }
    const reads = { GIT_SSH_COMMAND: `ssh -F none -i ${key} -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null` }
    await git(folder, ['archive', `--remote=${ssh_url}`, '--prefix', `-${MARK}/`, `b-${MARK}`], reads)
    // the arguments of an archive are the client's by design; git itself must refuse those that reach for files
    const pkt = (text: string) => `${(text.length + 5).toString(16).padStart(4, '0')}${text}\n`
    for (const option of [`--output=${tmpdir()}/${MARK}`, `--exec=touch ${tmpdir()}/${MARK}`, `--remote=${folder}/work`, '--add-file=/etc/passwd', `--format=tar.gz --output=${tmpdir()}/${MARK}`]) {
      const body = `${[option, 'main'].map((one) => pkt(`argument ${one}`)).join('')}0000`
      const got = await fetch(`${server.url}/alice/r.git/git-upload-archive`, { method: 'POST', headers: { 'content-type': 'application/x-git-upload-archive-request' }, body })
      assert.doesNotMatch(await got.text(), /root:|README\.md/, option)
    }
  }, { git_program: git_.path })

  const starts = git_.read()
  assert.ok(starts.length > 200, `${starts.length} starts`)
  let seen = 0
  for (const { args, env } of starts) {
    const end = args.findIndex((one) => one === '--' || one === '--end-of-options')
    const before = end < 0 ? args : args.slice(0, end)
    if (args.length > before.length && args.some((one) => one.includes(MARK))) seen++
    assert.deepEqual(before.filter((one) => one.includes(MARK)), [], `git ${args.join(' ')}`)
    const steering = env.filter((one) => one.includes(MARK) && !/^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL)=/.test(one))
    assert.deepEqual(steering, [], `git ${args.join(' ')}`)
  }
  assert.ok(seen > 20, `${seen} starts with a user's word after the options`)
  assert.ok(!existsSync(join(tmpdir(), MARK)))
}))

async function withFolder(tell: (folder: string) => Promise<void>): Promise<void> {
  const { mkdtemp, rm } = await import('node:fs/promises')
  const folder = await mkdtemp(join(tmpdir(), 'codestead-arguments-'))
  try {
    await tell(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
