import { createHash, KeyObject, randomUUID, sign } from 'node:crypto'

import type { Server } from './server.ts'

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const renewedAfter = 200_000

/** A signed-in member who calls repeatedly, each call with a new proof and from another address, as many people would. */
export async function openCaller(server: Server, name?: string) {
  const { key, tokens: first, refresh } = await server.signIn(name)
  const privateKey = KeyObject.from(key.privateKey)
  const head = base64url({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk })
  let [tokens, since] = [first, Date.now()]
  let tokenHash = hashOf(first.access_token)
  let renewing: ReturnType<typeof refresh> | undefined
  let calls = Math.floor(Math.random() * 60_000)
  return {
    headersFor: (method: string, path: string) => {
      const proof = {
        htm: method,
        htu: server.address + path.split('?')[0],
        jti: randomUUID(),
        ath: tokenHash,
        iat: Math.floor(Date.now() / 1_000),
      }
      const text = `${head}.${base64url(proof)}`
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      calls++
      return {
        authorization: `DPoP ${tokens.access_token}`,
        dpop: `${text}.${signature}`,
        'x-forwarded-for': `10.${calls % 4}.${(calls >> 2) % 250}.${(calls >> 10) % 250}`,
      }
    },
    /** Access tokens live for five minutes: to be called now and then. */
    renew: async () => {
      if (Date.now() - since < renewedAfter) return
      // Renewed once for all simultaneous callers: a refresh token that is used twice ends the session.
      renewing ??= refresh(tokens.refresh_token).finally(() => (renewing = undefined))
      const renewed = await renewing
      if (tokens === renewed.tokens) return
      ;({ tokens } = renewed)
      since = Date.now()
      tokenHash = hashOf(tokens.access_token)
    },
  }
}
export type Caller = Awaited<ReturnType<typeof openCaller>>

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
