import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { onTestFinished } from 'vitest'

import { answerDemonstration, demonstrationPep } from '#server/organisations/pep/demonstration-pep.ts'

import { selfSignedCertificate } from '#test/certificate.ts'

import { type Asked, problemsOfRequest, problemsOfResponse } from './specification.ts'

/** What the stand-in does instead of answering as documented. */
export type PepManners = {
  /** Closes every connection without an answer; a number: only the first of them. */
  isAway?: boolean | number
  /** Never answers. */
  isSilent?: boolean
  /** Answers with this status. */
  status?: number
  headers?: Record<string, string>
  /** Answers 200 with this body. */
  body?: string
  /** Sends megabytes. */
  sendsTooMuch?: boolean
}

const certificate = selfSignedCertificate(['localhost'])
setDefaultCACertificates([...getCACertificates(), certificate.cert])

/**
 * A stand-in for a PEP: the one of the demonstration, as a server below `/engage`. Requests and responses are checked against
 * docs/pep-api.yaml: what does not fit is in `problems`.
 */
export async function openPepServer(manners: PepManners = {}) {
  const problems: string[] = []
  const asked: Asked[] = []
  const answer: RequestListener = (request, response) =>
    void text(request).then((body) => {
      const address = new URL(request.url ?? '', origin)
      const isBelowBase = address.pathname.startsWith('/engage/')
      address.pathname = address.pathname.replace(/^\/engage/, '')
      const call: Asked = { method: request.method ?? '', address, headers: request.headers, body }
      asked.push(call)
      problems.push(...problemsOfRequest(call))
      if (!isBelowBase) problems.push('the base address is missing')
      const { isAway, isSilent, status, headers, body: given, sendsTooMuch } = manners
      if (isAway === true || asked.length <= Number(isAway ?? 0)) return request.socket.destroy()
      if (isSilent) return undefined
      if (sendsTooMuch) return response.end(Buffer.alloc(5_000_000, ' '))
      if (status !== undefined || given !== undefined) return response.writeHead(status ?? 200, headers).end(given)
      const { authorization } = request.headers
      const answered = answerDemonstration({
        method: call.method as 'GET' | 'POST', // others are in `problems`
        address,
        headers: { ...(authorization && { authorization }) },
        body,
      })
      problems.push(...problemsOfResponse(call, answered.status, JSON.parse(answered.body.toString())))
      return response.writeHead(answered.status, { 'content-type': 'application/json' }).end(answered.body)
    })
  const server = createServer(certificate, answer)
  await new Promise<void>((opened) => server.listen(0, 'localhost', opened))
  onTestFinished(() => server.close().closeAllConnections())
  const origin = `https://localhost:${(server.address() as AddressInfo).port}` // it listens on a port
  const { clientId, clientSecret } = demonstrationPep
  return {
    address: `${origin}/engage`,
    /** What an admin enters to use it. */
    config: { enabled: true, address: `${origin}/engage`, clientId, clientSecret, findsDepartments: true, findsClinics: true },
    asked,
    problems,
    manners,
  }
}
