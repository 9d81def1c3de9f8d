import { createHash, randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Access = {
  /** Where Formward runs, for example https://forms.example.nhs.uk */
  address: string
  clientId: string
  secret: string
}
type Operation = { method: string; path: string }
type Call = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** For a POST: the same key for the same act, also after a crash of your program. */
  key?: string
}
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; lines: AsyncIterable<unknown> }
export type Formward = (operationId: string, call?: Call) => Promise<Answer>

/** A client of the API, made from its OpenAPI document. Calls are named by their operationId. */
export async function openFormward({ address, clientId, secret }: Access): Promise<Formward> {
  const operations = operationsOf(await (await fetch(`${address}/api/openapi.json`)).json())
  const { token_endpoint: tokenAddress } = (await (await fetch(`${address}/identity/.well-known/openid-configuration`)).json()) as {
    token_endpoint: string
  }
  // The token works only together with this key (DPoP, RFC 9449), so a copied token is worth nothing.
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const prove = (htm: string, htu: string, token?: string) =>
    new SignJWT({ htm, htu, jti: randomUUID(), ...(token && { ath: createHash('sha256').update(token).digest('base64url') }) })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey)

  let token = { value: '', type: '', expiresAt: 0 }
  async function getToken() {
    if (Date.now() < token.expiresAt) return token
    const response = await fetch(tokenAddress, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        dpop: await prove('POST', tokenAddress),
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const answer = (await response.json()) as { access_token: string; token_type: string; expires_in: number; error?: string }
    if (!response.ok) throw new Error(`No token: ${answer.error}`)
    token = { value: answer.access_token, type: answer.token_type, expiresAt: Date.now() + (answer.expires_in - 30) * 1000 }
    return token
  }

  return async function call(operationId, { params = {}, query = {}, body, key } = {}) {
    const { method, path } = operations.get(operationId)!
    const place = address + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    for (let attempt = 1; ; attempt++) {
      const { value, type } = await getToken()
      const response = await fetch(`${place}?${new URLSearchParams(query).toString()}`, {
        method,
        headers: {
          authorization: `${type} ${value}`,
          dpop: await prove(method, place, value),
          ...(key && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      // 401: the token was ended, for example because a secret was removed, or the client lacks the permission. 429 and 503: too fast, or busy.
      const isWorthAnother = [401, 429, 503].includes(response.status) && attempt < 3 && !(await lacksPermission(response))
      if (!isWorthAnother) return read(response)
      if (response.status === 401) token.expiresAt = 0
      else await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 5) * 1000))
    }
  }
}

const lacksPermission = async (response: Response) =>
  response.status === 401 && ((await response.clone().json()) as { code?: string }).code === 'not_permitted'

/** A file of NDJSON has a resource on each line. Every other answer is one JSON document. */
async function read(response: Response): Promise<Answer> {
  const { status, headers } = response
  if (!headers.get('content-type')?.startsWith('application/fhir+ndjson'))
    return { status, headers, body: (await response.json()) as Answer['body'], lines: linesOf(undefined) }
  return { status, headers, body: {}, lines: linesOf(response.body ?? undefined) }
}

async function* linesOf(body: ReadableStream<Uint8Array> | undefined): AsyncGenerator<unknown> {
  if (!body) return
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) yield JSON.parse(line)
}

function operationsOf(document: unknown) {
  const { paths } = document as { paths: Record<string, Record<string, { operationId: string }>> }
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]): [string, Operation] => [
        operationId,
        { method: method.toUpperCase(), path },
      ]),
    ),
  )
}
