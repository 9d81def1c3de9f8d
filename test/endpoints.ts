import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import qs from 'qs'

import { contract } from '#contract/index.ts'
import { serviceAddress, type Route } from '#contract/route.ts'
import { permissionsOf, type Role } from '#domain/roles.ts'

import { asSubject, testServer } from './test-server.ts'
import type { GeneratedInput } from './generated-input.ts'

export type Endpoint = { group: string; name: string; route: Route }
/** The whole contract. */
export const endpoints: Endpoint[] = Object.entries(contract).flatMap(([group, table]) =>
  Object.entries(table).map(([verb, route]) => ({ group, name: `${group}.${verb}`, route })),
)
export const isAllowed = ({ permission }: Route, role: Role) =>
  permission === 'signed in' || (permission !== 'signed address' && permission.some((one) => permissionsOf(role).includes(one)))

// What is no text at all becomes one in an address; a lone surrogate could not even be written there.
const inAddress = (value: unknown) => encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
const wellFormed = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner))) as object

let calls = 0
/** A call with whatever input, as far as HTTP can carry it. */
export async function send(
  { route }: Endpoint,
  { params, query, body }: GeneratedInput,
  subject?: string,
  more: Record<string, string> = {},
) {
  const { app } = await testServer()
  calls++
  const path = route.path.replace(/:(\w+)/g, (_all, key: string) => inAddress(params[key]))
  const asked = qs.stringify(wellFormed({ ...(route.when && { [route.when]: '1' }), ...query })).slice(0, 6_000)
  const isFile = typeof route.body === 'string'
  const isForm = route.bodyAs === 'form'
  const answer = await app.inject({
    method: route.method,
    url: `${serviceAddress[route.service]}${path.slice(0, 1_000)}?${asked}`,
    headers: {
      ...more,
      ...(subject && { [asSubject]: subject }),
      'content-type': isFile ? 'application/octet-stream' : isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    ...(route.method !== 'GET' && {
      payload: isFile ? Buffer.from('PK no spreadsheet') : isForm ? qs.stringify(body) : JSON.stringify(body),
    }),
    // Thousands of calls in a minute from one address would be held up as such.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    payloadAsStream: true,
  })
  return { statusCode: answer.statusCode, headers: answer.headers, body: await bodyOf(route, answer) }
}

/** The whole body of a stream. Event streams never end, so they are not read. */
export async function bodyOf({ response }: Route, { statusCode, stream }: { statusCode: number; stream: () => Readable }) {
  const answered = stream()
  if (response !== 'events' || statusCode !== 200) return text(answered)
  answered.destroy()
  return ''
}
