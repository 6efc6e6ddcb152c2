import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { GitError } from '../../git/index.ts'
import { sameHost, signed, wikiAddress, wordsOf } from './remote.ts'

test('a password for AWS is the signature of the path at a time', () => {
  const url = new URL('https://git-codecommit.eu-west-1.amazonaws.com/v1/repos/demo')
  const password = signed(1_800_000_000, url, 'secret')
  const [time, signature] = password.split('Z')
  assert.equal(time, '20270115T080000')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = hmac(hmac(hmac(hmac('AWS4secret', '20270115'), 'eu-west-1'), 'codecommit'), 'aws4_request')
  const canonical = createHash('sha256').update('GIT\n/v1/repos/demo\n\nhost:git-codecommit.eu-west-1.amazonaws.com\n\nhost\n').digest('hex')
  assert.equal(signature, hmac(key, `AWS4-HMAC-SHA256\n20270115T080000\n20270115/eu-west-1/codecommit/aws4_request\n${canonical}`).toString('hex'))
  assert.throws(() => signed(1_800_000_000, new URL('https://git-codecommit.eu-west-1.amazonaws.com.example.com/v1/repos/demo'), 'secret'))
})

test('a credential stays with the host it was given for', () => {
  const same = (a: string, b: string) => sameHost(new URL(a), new URL(b))
  assert.ok(same('https://a.example/x', 'https://a.example/y'))
  assert.ok(same('http://a.example/x', 'https://a.example/x'))
  for (const other of ['https://b.example/x', 'http://a.example/x', 'https://a.example:8443/x', 'https://a.example.b.example/x']) assert.ok(!same('https://a.example/x', other), other)
})

test('what git says is told without credentials and without lines of its own', () => {
  const said = (stderr: string) => wordsOf(new GitError('ls-remote', 128, stderr))
  assert.equal(said("fatal: unable to access 'http://me:hush@a.example/x/': refused\n"), "fatal: unable to access 'http://a.example/x/': refused")
  assert.match(said("fatal: Authentication failed for 'http://a.example/'\n")!, /^Authentication failed/)
  assert.equal(wordsOf(new Error('ours')), undefined)
})

test('a wiki lies beside its repository', () => {
  assert.equal(wikiAddress('https://a.example/x/y.git'), 'https://a.example/x/y.wiki.git')
  assert.equal(wikiAddress('https://a.example/x/y/'), 'https://a.example/x/y.wiki.git')
})
