import type { AdapterPayload, Configuration } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { z } from 'zod'

import { inTransaction } from '#server/platform/database.ts'
import type { ClientRegistration } from '#server/platform/directory.ts'
import type { Services } from '#server/platform/services.ts'

import { hashed } from './hashed.ts'

/** The metadata name under which the library keeps the hashes of a client's secrets. */
export const secretHashes = 'secret_hashes'

/** Finds an integration client for the library, anew for each request: a client that was switched off gets no token. */
export const createFindClient =
  ({ db, config, keys, directory }: Pick<Services, 'db' | 'config' | 'keys' | 'directory'>) =>
  async (id: string): Promise<AdapterPayload | undefined> => {
    // Anybody can send anything as an id, also what the database cannot take as text.
    if (!z.uuid().safeParse(id).success) return undefined
    const client = await inTransaction(db, { key: id }, (tx) => directory.findClientRegistration(tx, id))
    if (!client || credentialsOf(client) === 0) return undefined
    return {
      client_id: client.id,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      dpop_bound_access_tokens: config.DPOP === 'on',
      ...('keys' in client
        ? { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: client.keys } }
        : {
            token_endpoint_auth_method: 'client_secret_basic',
            [secretHashes]: client.secretHashes,
            // The library demands one. Nobody knows this one, and compareSecret does not look at it.
            client_secret: keys.sign('no-client-secret', client.id),
          }),
    }
  }

const credentialsOf = (client: ClientRegistration) => ('keys' in client ? client.keys : client.secretHashes).length

/** Replaces the library's comparison: only hashes of the secrets are stored, and two secrets may be valid. */
export function compareSecret(this: Record<string, unknown>, given: string) {
  const known = this[secretHashes]
  return Array.isArray(known) && known.includes(hashed(given))
}

/** An assertion may not be valid for longer than it is remembered, or it could be used twice (RFC 7523 section 3). */
const longestAssertionSeconds = 5 * 60

export const limitAssertion: NonNullable<Configuration['assertJwtClientAuthClaimsAndHeader']> = async (_ctx, { exp }) => {
  if (typeof exp !== 'number' || exp > Date.now() / 1000 + longestAssertionSeconds)
    throw new errors.InvalidClientAuth('exp (JWT expiration) must be within 5 minutes')
}
