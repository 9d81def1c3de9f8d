import type { ProblemBody } from '#contract/problems.ts'

import { ApiProblem, NoAnswer } from './api-problem.ts'
import { toQueryString } from './query-string.ts'
import type { Address } from './route-table.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Specification section 9. */
const patience = 30_000

/** How calls leave the browser; the app puts the way that proves who calls in its place. */
export const transport = { send: (url: string, init: RequestInit): Promise<Response> => fetch(url, init) }

/** One call: address and headers out, answer, file or refusal back. */
export async function send(address: Address, request: Parts, signal?: AbortSignal): Promise<unknown> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new DOMException('No answer in time', 'TimeoutError')), patience)
  try {
    const response = await transport.send(urlOf(address, request), {
      method: address.method,
      headers: headersOf(address, request.body),
      body: bodyOf(request.body),
      signal: signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal,
    })
    if (!response.ok) throw new ApiProblem(response.status, address.action, await problemOf(response))
    if (!address.isFile) return response.status === 204 ? undefined : await response.json()
    // A long file may take its time once it has begun to come.
    clearTimeout(timer)
    return { fileName: fileNameOf(response), blob: await response.blob() }
  } catch (error) {
    throw signal?.aborted ? error : toNoAnswer(error, address.action)
  } finally {
    clearTimeout(timer)
  }
}

function urlOf({ path }: Address, { params, query }: Parts) {
  const search = query ? toQueryString(query) : ''
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')) + (search && `?${search}`)
}

const headersOf = ({ action }: Address, body: unknown) => ({
  accept: 'application/json, application/problem+json, */*',
  // No form and no other site can send this: the answer to cross-site requests (specification section 7).
  'x-requested-with': 'XMLHttpRequest',
  'x-action': action,
  ...(body instanceof File
    ? {
        'content-type': body.type || 'application/octet-stream',
        'content-disposition': `attachment; filename*=${fileNameValue(body.name)}`,
      }
    : body !== undefined && { 'content-type': 'application/json' }),
})

/** What a header can hold of a name, in whatever script it is written (RFC 8187). */
const fileNameValue = (name: string) =>
  `UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

const bodyOf = (body: unknown) => (body === undefined ? null : body instanceof File ? body : JSON.stringify(body))

async function problemOf(response: Response): Promise<ProblemBody | undefined> {
  if (!response.headers.get('content-type')?.includes('problem+json')) return undefined
  return (await response.json().catch(() => undefined)) as ProblemBody | undefined
}

const fileNameOf = (response: Response) => /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'

function toNoAnswer(error: unknown, action: string) {
  if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new NoAnswer('timeout', action)
  // fetch says TypeError for whatever kept the request from its answer.
  if (error instanceof TypeError) return new NoAnswer(navigator.onLine ? 'unreachable' : 'offline', action)
  return error
}
