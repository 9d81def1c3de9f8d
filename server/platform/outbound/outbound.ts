import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as send } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isAllowedAddress } from './public-address.ts'

/** Why a call to another server brought no answer. */
export type OutboundFailure =
  'name_not_found' | 'private_address' | 'refused' | 'no_encryption' | 'certificate' | 'timeout' | 'disconnected' | 'too_large'

/** The message names the reason only: addresses and bodies may hold what must not be logged. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure) {
    super(`The call to another server failed (${reason})`)
    this.reason = reason
  }
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export type OutboundRequest = {
  method: 'GET' | 'POST'
  /** Only https. */
  address: URL
  headers?: Record<string, string>
  body?: string
  /** From the look-up of the name to the last byte of the answer. */
  timeoutMs: number
  /** The largest answer. Reading stops at the first byte beyond. */
  maxBytes: number
  /** A larger answer is cut at its limit instead of refused, for calls where only the status counts. */
  isCutAtLimit?: boolean
  /** The server may be on a private network. */
  mayBePrivate: boolean
  /** Looks a name up. The default asks the system. */
  resolve?: Resolve
}

export type OutboundResponse = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/**
 * Calls a server at an address that somebody typed. The name is looked up once, all of its addresses are checked, and the connection goes to
 * one of those, so that a second look-up cannot lead elsewhere (DNS rebinding). Redirects are not followed. Throws an OutboundError without
 * an answer.
 */
export async function callOutside(call: OutboundRequest): Promise<OutboundResponse> {
  const { address, timeoutMs, mayBePrivate } = call
  if (address.protocol !== 'https:') throw new OutboundError('no_encryption')
  const timeout = AbortSignal.timeout(timeoutMs)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const addresses = await withTimeout(timeout, addressesOf(host, call.resolve ?? resolveBySystem))
  if (!addresses.every((one) => isAllowedAddress(one.address, mayBePrivate))) throw new OutboundError('private_address')
  return exchange(call, host, addresses, timeout)
}

const resolveBySystem: Resolve = (host) => lookup(host, { all: true })

async function addressesOf(host: string, resolve: Resolve) {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new OutboundError('name_not_found')
  return addresses
}

/** A look-up cannot be cancelled, so its answer is no longer waited for. */
async function withTimeout<T>(timeout: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(new OutboundError('timeout'))
  timeout.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, ended])
  } finally {
    timeout.removeEventListener('abort', end)
  }
}

type Addresses = Awaited<ReturnType<Resolve>>

async function exchange(
  { method, address, headers, body, maxBytes, isCutAtLimit = false }: OutboundRequest,
  host: string,
  addresses: Addresses,
  timeout: AbortSignal,
) {
  const options: RequestOptions = {
    method,
    // One connection for each call. One that was kept would not be checked again.
    agent: false,
    lookup: answerWith(addresses),
    signal: timeout,
    headers: {
      'accept-encoding': 'identity', // a small compressed answer could unpack to gigabytes
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  }
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // The certificate is checked against the name, or against the IP address where the address has no name.
      send(address, isIP(host) === 0 ? { ...options, servername: host } : options, resolve)
        .on('error', reject)
        .end(body)
    })
    return { status: response.statusCode ?? 0, headers: response.headers, body: await read(response, maxBytes, isCutAtLimit) }
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError(timeout.aborted ? 'timeout' : reasonOf(error))
  }
}

/** Gives the connection the addresses that were checked, however the library asks for them. */
const answerWith =
  (addresses: Addresses): LookupFunction =>
  (_host, options, done) => {
    if (options.all) return done(null, addresses)
    const [first] = addresses
    done(null, first!.address, first!.family) // addressesOf never gives an empty list
  }

async function read(response: IncomingMessage, maxBytes: number, isCutAtLimit: boolean) {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection, so nothing more is received.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes && !isCutAtLimit) throw new OutboundError('too_large')
    if (size > maxBytes) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const certificateCodes = [
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_',
  'CERT_',
  'SELF_SIGNED_CERT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'HOSTNAME_MISMATCH',
]

function reasonOf(error: unknown): OutboundFailure {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (certificateCodes.some((one) => code.startsWith(one))) return 'certificate'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'no_encryption'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES'].includes(code)) return 'refused'
  return 'disconnected'
}
