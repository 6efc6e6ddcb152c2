// The public half of the key with which the server signs what it commits itself.
import { anyone, gates, repoVisible, scope } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { raw, route } from '../../kernel/route.ts'
import { Raw } from '../../kernel/schema.ts'

const seen = gates(scope('repository'), repoVisible)

function keyOf(cx: Cx, kind: 'ssh' | 'gpg') {
  const { key } = cx.signer
  if (key?.kind !== kind) throw notFound()
  return raw(key.text, { 'content-type': 'text/plain;charset=utf-8' })
}

export const routes = [
  route({ id: 'getSigningKeyGpg', at: 'GET /signing-key.gpg', says: 'Get the GPG key the server signs with', needs: anyone, returns: { 200: Raw }, run: async ({ cx }) => keyOf(cx, 'gpg') }),
  route({ id: 'getSigningKeyPub', at: 'GET /signing-key.pub', says: 'Get the SSH key the server signs with', needs: anyone, returns: { 200: Raw }, run: async ({ cx }) => keyOf(cx, 'ssh') }),
  route({ id: 'getReposSigningKeyGpg', at: 'GET /repos/:owner/:repo/signing-key.gpg', says: 'Get the GPG key that signs in a repository', needs: seen, returns: { 200: Raw }, run: async ({ cx }) => keyOf(cx, 'gpg') }),
  route({ id: 'getReposSigningKeyPub', at: 'GET /repos/:owner/:repo/signing-key.pub', says: 'Get the SSH key that signs in a repository', needs: seen, returns: { 200: Raw }, run: async ({ cx }) => keyOf(cx, 'ssh') }),
].flat()
