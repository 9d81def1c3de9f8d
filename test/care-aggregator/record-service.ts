import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { atEndOfFile } from '#test/end-of-file.ts'

import { problemsOf } from './specification.ts'

/** What the stand-in does instead of answering as documented. */
export type RecordServiceManners = {
  /** Closes every connection without an answer. */
  isAway?: boolean
  /** Stores the numbers and closes the connection without an answer. */
  losesAnswers?: boolean
  /** Answers with this status, and Retry-After. */
  refuses?: { status: 401 | 429 | 500 | 504; retryAfter?: number }
  /** The NHS numbers that it does not accept. */
  refusedNumbers?: string[]
  /** A body of so many bytes, which is no JSON, with status 200. */
  talks?: number
}

type Records = { clientId: string; nhsNumbers: string[] }

const apiKey = '6b882ddf-82f5-4611-9390-71ca6a045a60'
const clientId = 'pep-01'

/** A stand-in for the Record Service. Requests and responses are checked against the published specification: what does not fit is in `problems`. */
export async function openRecordService(manners: RecordServiceManners = {}) {
  const calls: string[][] = []
  const stored = new Set<string>()
  const problems: string[] = []

  function judge(authorization: string | undefined, body: Records): { status: number; answer: object } {
    if (authorization !== `Bearer ${apiKey}`) return refusal(401, 'error.unauthorized', 'Unauthorized')
    if (body.clientId !== clientId) return refusal(400, 'error.bad-request', 'clientId mismatch')
    const wrong = body.nhsNumbers.flatMap((one, place) => (manners.refusedNumbers?.includes(one) ? [{ one, place }] : []))
    if (wrong.length > 0)
      return refusal(
        400,
        'error.bad-request',
        wrong
          .map(({ one, place }) => `"nhsNumbers[${place}]" with value "${one}" fails to match the required pattern: /^[1-9][0-9]{9}$/`)
          .join('. '),
      )
    for (const one of body.nhsNumbers) stored.add(one)
    return { status: 200, answer: { result: 'success' } }
  }

  const server = createServer((request, response) => {
    void (async () => {
      if (manners.isAway) return request.socket.destroy()
      const body = JSON.parse(await text(request)) as Records
      problems.push(...problemsOf('records', body))
      if (request.method !== 'POST' || request.url !== '/records/records') problems.push(`${request.method} ${request.url}`)
      calls.push(body.nhsNumbers)
      if (manners.refuses) {
        const { status, retryAfter } = manners.refuses
        if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
        return response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      }
      if (manners.talks !== undefined) return response.writeHead(200).end('x'.repeat(manners.talks))
      const { status, answer } = judge(request.headers.authorization, body)
      problems.push(...problemsOf(status === 200 ? 'success' : 'refusal', answer))
      if (manners.losesAnswers) return request.socket.destroy()
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })()
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  atEndOfFile(async () => void server.close())
  return {
    manners,
    calls,
    stored,
    problems,
    config: {
      RECORD_SERVICE_URL: `http://localhost:${(server.address() as AddressInfo).port}/records`, // it listens on a port, not on a pipe
      RECORD_SERVICE_API_KEY: apiKey,
      RECORD_SERVICE_CLIENT_ID: clientId,
    },
  }
}

const refusal = (status: number, code: string, data: string) => ({ status, answer: { code, data } })
