import { demoPassword } from '#domain/demo-accounts.ts'
import { signInByHttp } from '#test/sign-in.ts'

import type { ExpectedState } from '#test/survival/expected-state.ts'
import type { World } from '#test/survival/round-context.ts'
import { Passing, persist } from './persist.ts'

type Sent = { json?: object; file?: Uint8Array<ArrayBuffer> }
export type Staff = ReturnType<typeof openStaff>

const maxWaitHours = 30_000
let turn = 0

/** A member at work, whose calls reach either process as behind a load balancer. Throws Passing if the app would offer to try again. */
export function openStaff(
  { baseUrl, addresses }: Pick<World['installation'], 'baseUrl' | 'addresses'>,
  ledger: ExpectedState,
  emailAddress: string,
) {
  let session: Promise<Awaited<ReturnType<typeof signInByHttp>>> | undefined
  const signedIn = () =>
    (session ??= persist('signing in', () =>
      signInByHttp(baseUrl, emailAddress, demoPassword).catch((error: Error) => {
        throw new Passing(error.message)
      }),
    ))

  const send = async (method: string, path: string, { json, file }: Sent) => {
    const { key, tokens } = await signedIn()
    return fetch(addresses[turn++ % addresses.length]! + path, {
      method,
      signal: AbortSignal.timeout(maxWaitHours),
      headers: {
        authorization: `DPoP ${tokens.access_token}`,
        dpop: await key.prove(method, baseUrl + path, tokens.access_token),
        ...((json || file) && { 'content-type': file ? 'application/octet-stream' : 'application/json' }),
      },
      ...((json || file) && { body: file ?? JSON.stringify(json) }),
    })
  }

  return {
    call: async <T>(method: string, path: string, sent: Sent = {}): Promise<T> => {
      const response = await send(method, path, sent).catch((error: Error) => {
        throw new Passing(error.message)
      })
      const text = await response.text().catch((error: Error) => {
        throw new Passing(error.message)
      })
      if (response.ok) return JSON.parse(text) as T
      if (response.status === 401) session = undefined
      if (response.status === 500) ledger.breakdowns.push(`${method} ${path.split('?')[0]} answered 500`)
      const refusal = `${method} ${path.split('?')[0]} answered ${response.status}: ${text}`
      throw [401, 409, 429, 500, 503].includes(response.status) ? new Passing(refusal) : new Error(refusal)
    },
    /** A file by its signed address. */
    download: async (path: string) => {
      try {
        const response = await fetch(addresses[turn++ % addresses.length]! + path, { signal: AbortSignal.timeout(maxWaitHours) })
        if (!response.ok) throw new Error(`answered ${response.status}`)
        return new Uint8Array(await response.arrayBuffer())
      } catch (error) {
        throw new Passing(`download: ${(error as Error).message}`)
      }
    },
  }
}
