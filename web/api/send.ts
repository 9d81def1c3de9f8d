import type { ProblemBody } from '#contract/problems.ts'

import { ApiProblem, NoAnswer } from './api-problem.ts'
import { toQueryString } from './query-string.ts'
import { loadRefusalWords } from './refusal.ts'
import type { Address } from './route-table.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** How long a person waits for one thing, in milliseconds (specification section 9). */
export const timeLimitMs = 30_000
const retryDelayMs = 1_000

/** How calls leave the browser. The app replaces it by one that adds the token. */
export const transport = {
  send: (url: string, init: RequestInit): Promise<Response> => fetch(url, init),
  /** Asks the member to confirm their identity; true if they did. The app provides the dialog. */
  prove: (): Promise<boolean> => Promise.resolve(false),
}

/** Makes one call. If the server requires a recent sign-in, the member confirms their identity and the call is repeated. */
export async function send(address: Address, request: Parts, signal?: AbortSignal, timeLeftMs = timeLimitMs): Promise<unknown> {
  try {
    return await sendOnce(address, request, signal, timeLeftMs)
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 428) || !(await transport.prove())) throw error
    return sendOnce(address, request, signal, timeLimitMs)
  }
}

/** Address and headers out, answer, file or refusal back. */
async function sendOnce(address: Address, request: Parts, signal: AbortSignal | undefined, timeLeftMs: number): Promise<unknown> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new DOMException('No answer in time', 'TimeoutError')), timeLeftMs)
  const ended = signal ? AbortSignal.any([signal, waiting.signal]) : waiting.signal
  try {
    const sent = transport.send(urlOf(address, request), {
      method: address.method,
      headers: headersOf(address, request.body),
      body: bodyOf(request.body),
      signal: ended,
    })
    // The token may have to be renewed before the call is sent, and `fetch` alone knows the signal.
    const response = await Promise.race([sent, rejectWhenAborted(ended)])
    if (!response.ok) {
      const [problem] = await Promise.all([problemOf(response), loadRefusalWords()])
      throw new ApiProblem(response.status, address.action, problem)
    }
    if (!address.isFile) return response.status === 204 ? undefined : await response.json()
    // A long file may take its time once it has started to arrive.
    clearTimeout(timer)
    return { fileName: fileNameOf(response), blob: await response.blob() }
  } catch (error) {
    throw signal?.aborted ? error : toNoAnswer(error, address.action)
  } finally {
    clearTimeout(timer)
  }
}

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/** A server error or a lost connection may be over a moment later; a refusal and a call that took all its time are final. */
const isWorthRetrying = (error: unknown) =>
  (error instanceof ApiProblem && error.status >= 500) || (error instanceof NoAnswer && error.reason === 'unreachable')

/** A read: tried a second time where that may help, both tries within the time limit. */
export async function sendWithRetry(address: Address, request: Parts, signal: AbortSignal): Promise<unknown> {
  const endsAt = Date.now() + timeLimitMs
  try {
    return await send(address, request, signal)
  } catch (first) {
    if (!isWorthRetrying(first) || Date.now() + retryDelayMs >= endsAt) throw first
    await Promise.race([new Promise((resolve) => setTimeout(resolve, retryDelayMs)), rejectWhenAborted(signal)])
    return send(address, request, signal, endsAt - Date.now())
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
  // fetch throws a TypeError for every network failure.
  if (error instanceof TypeError) return new NoAnswer(navigator.onLine ? 'unreachable' : 'offline', action)
  return error
}
