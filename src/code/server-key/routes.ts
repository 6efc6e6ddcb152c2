// The key the server signs its own commits with. It signs none, so there is none to show.
import { anyone, gates, repoVisible, scope } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Raw } from '../../kernel/schema.ts'

const seen = gates(scope('repository'), repoVisible)
const none = (): never => {
  throw notFound()
}

export const routes = [
  route({ id: 'getSigningKeyGpg', at: 'GET /signing-key.gpg', says: 'Get the GPG key the server signs with', needs: anyone, returns: { 200: Raw }, run: none }),
  route({ id: 'getSigningKeyPub', at: 'GET /signing-key.pub', says: 'Get the SSH key the server signs with', needs: anyone, returns: { 200: Raw }, run: none }),
  route({ id: 'getReposSigningKeyGpg', at: 'GET /repos/:owner/:repo/signing-key.gpg', says: 'Get the GPG key that signs in a repository', needs: seen, returns: { 200: Raw }, run: none }),
  route({ id: 'getReposSigningKeyPub', at: 'GET /repos/:owner/:repo/signing-key.pub', says: 'Get the SSH key that signs in a repository', needs: seen, returns: { 200: Raw }, run: none }),
].flat()
