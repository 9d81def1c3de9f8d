import { z } from 'zod'

import type { RecordServiceError } from '#domain/record-service.ts'
import type { Config } from '#server/config.ts'
import { retryAfterMs } from '#server/platform/outbound/retry-after.ts'

/** The account of the installation with the Record Service. */
export type RecordServiceAccount = { url: string; apiKey: string; clientId: string; batchSize: number }

/** Undefined when the installation has none. */
export function findAccount(config: Config): RecordServiceAccount | undefined {
  const { RECORD_SERVICE_URL: url, RECORD_SERVICE_API_KEY: apiKey, RECORD_SERVICE_CLIENT_ID: clientId } = config
  return url && apiKey && clientId ? { url, apiKey, clientId, batchSize: config.RECORD_SERVICE_BATCH } : undefined
}

/** `refused`: the places of the NHS numbers that it does not accept; nothing tells whether the others were stored. */
export type RecordsResult =
  | { status: 'acknowledged' }
  | { status: 'refused'; places: number[] }
  | { status: 'failed'; error: RecordServiceError; retryAfterMs: number }

/** The service itself gives up after 30 seconds (section "Timeout" of its description). */
const timeoutMs = 35_000
/** A refusal of every number of a full call is about 600 kB. */
const maxAnswerBytes = 1024 * 1024

/** `POST /records`: the patients for whom the NHS App should ask this installation. */
export async function sendRecords(account: RecordServiceAccount, nhsNumbers: string[], signal: AbortSignal): Promise<RecordsResult> {
  try {
    const response = await fetch(`${account.url.replace(/\/$/, '')}/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ clientId: account.clientId, nhsNumbers }),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]),
    })
    return resultOf(response, await readAnswer(response), nhsNumbers.length)
  } catch {
    // An error of fetch can quote the address, and nothing else is known of it.
    return failed('not_reached')
  }
}

const failed = (error: RecordServiceError, retryAfterMs = 0): RecordsResult => ({ status: 'failed', error, retryAfterMs })

/** The JSON of an answer; undefined if it is none, or too long. */
async function readAnswer({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

const Success = z.object({ result: z.literal('success') })
const Refusal = z.object({ code: z.string().optional(), data: z.string().optional() })

function resultOf({ ok, status, headers }: Response, answer: unknown, sent: number): RecordsResult {
  // A page of a proxy is no acknowledgement, although its status may be 200.
  if (ok) return Success.safeParse(answer).success ? { status: 'acknowledged' } : failed('unexpected_answer')
  if (status === 401 || status === 403) return failed('key_refused')
  if (status === 429 || status === 408) return failed('too_many_calls', retryAfterOf(headers.get('retry-after')))
  if (status >= 500) return failed('not_available', retryAfterOf(headers.get('retry-after')))
  const { data = '' } = Refusal.safeParse(answer).data ?? {}
  const places = [...new Set([...data.matchAll(/nhsNumbers\[(\d+)\]/g)].map(([, place]) => Number(place)))].filter((place) => place < sent)
  if (places.length > 0) return { status: 'refused', places }
  return failed(/clientId/.test(data) ? 'client_refused' : 'request_refused')
}

const retryAfterOf = (given: string | null) => Math.min(longestRetryAfterMs, retryAfterMs(given) ?? 0)
const longestRetryAfterMs = 24 * 3_600_000
