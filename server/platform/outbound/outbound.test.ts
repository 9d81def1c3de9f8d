import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { describe, expect, onTestFinished, test } from 'vitest'

import { selfSignedCertificate } from '#test/certificate.ts'

import { callOutside, OutboundError, type OutboundRequest } from './outbound.ts'

const trusted = selfSignedCertificate(['pep.test', '127.0.0.1'])
const expired = selfSignedCertificate(['pep.test'], { validUntil: new Date('2020-01-01') })
setDefaultCACertificates([...getCACertificates(), trusted.cert, expired.cert])

type Answering = { certificate?: { cert: string; key: string } }

/** A server on 127.0.0.1 that counts its connections. */
async function open(answer: RequestListener, { certificate = trusted }: Answering = {}) {
  let connections = 0
  const server = createServer(certificate, answer).on('connection', () => connections++)
  const port = await portOf(server)
  return { port, connections: () => connections }
}

async function portOf(server: Server | ReturnType<typeof createPlainServer>) {
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened))
  onTestFinished(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port // it listens on a port
}

const loopback = { address: '127.0.0.1', family: 4 }

const call = (host: string, port: number, more: Partial<OutboundRequest> = {}) =>
  callOutside({
    method: 'GET',
    address: new URL(`https://${host}:${port}/status`),
    timeoutMs: 3_000,
    maxBytes: 1_000,
    mayBePrivate: true,
    resolve: async () => [loopback],
    ...more,
  })

const reasonOf = (called: Promise<unknown>) =>
  called.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutboundError ? error.reason : error),
  )

describe('callOutside: which servers are called', () => {
  test('a name whose address is allowed is called at that address, with the name in its certificate and its Host (PEP-1)', async () => {
    const server = await open((request, response) => response.end(`${request.headers.host} ${request.url}`))

    const { status, body } = await call('pep.test', server.port)

    expect([status, body.toString()]).toEqual([200, `pep.test:${server.port} /status`])
  })

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback written as a number', '2130706433'],
    ['loopback written in hexadecimal', '0x7f.0.0.1'],
    ['IPv6 loopback', '[::1]'],
    ['IPv4 in IPv6', '[::ffff:127.0.0.1]'],
    ['IPv4 in IPv6, in hexadecimal', '[::ffff:7f00:1]'],
    ['a translated address', '[64:ff9b::7f00:1]'],
    ['a metadata service', '169.254.169.254'],
    ['a private network', '10.0.0.7'],
    ['a unique local IPv6 address', '[fd12:3456::1]'],
    ['a link-local IPv6 address', '[fe80::1]'],
    ['this host', '0.0.0.0'],
  ])('%s is refused and nothing is connected (SAFE-2)', async (_what, host) => {
    const server = await open((_request, response) => response.end())

    expect(await reasonOf(call(host, server.port, { mayBePrivate: false }))).toBe('private_address')
    expect(server.connections()).toBe(0)
  })

  test.each([
    ['only a private address', [loopback]],
    ['a public and a private address', [{ address: '20.68.124.1', family: 4 }, loopback]],
    ['a private IPv6 address', [{ address: 'fd12:3456::1', family: 6 }]],
    ['a private IPv4 address in IPv6 form', [{ address: '::ffff:10.0.0.7', family: 6 }]],
  ])('a name with %s is refused (SAFE-2)', async (_what, addresses) => {
    const server = await open((_request, response) => response.end())

    const called = call('pep.test', server.port, { mayBePrivate: false, resolve: async () => addresses })

    expect(await reasonOf(called)).toBe('private_address')
    expect(server.connections()).toBe(0)
  })

  test('localhost, as this machine resolves it, is refused (SAFE-2)', async () => {
    const address = new URL('https://localhost')
    const called = callOutside({ method: 'GET', address, timeoutMs: 3_000, maxBytes: 10, mayBePrivate: false })
    expect(await reasonOf(called)).toBe('private_address')
  })

  test('a name that changes after it was checked leads nowhere else: it is looked up once (SAFE-2)', async () => {
    const server = await open((_request, response) => response.end('checked'))
    let lookups = 0
    const resolve = async () => [lookups++ === 0 ? loopback : { address: '169.254.169.254', family: 4 }]

    expect((await call('pep.test', server.port, { resolve })).body.toString()).toBe('checked')
    expect([lookups, server.connections()]).toEqual([1, 1])
  })

  test.each(['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '0.0.0.0', '224.0.0.1', '[fd00:ec2::254]'])(
    '%s is refused even where private networks are allowed (SAFE-2)',
    async (host) => expect(await reasonOf(call(host, 443))).toBe('private_address'),
  )

  test('plain http is refused (SAFE-2)', async () => {
    expect(await reasonOf(call('pep.test', 443, { address: new URL('http://pep.test/') }))).toBe('no_encryption')
  })

  test('a redirect is given back and not followed (SAFE-2)', async () => {
    const [target, server] = [
      await open((_request, response) => response.end()),
      await open((_request, response) => response.writeHead(302, { location: `https://127.0.0.1:${target.port}/` }).end()),
    ]

    expect((await call('pep.test', server.port)).status).toBe(302)
    expect(target.connections()).toBe(0)
  })
})

describe('callOutside: what goes wrong', () => {
  test('a name that no server has (PEP-1)', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await reasonOf(call('pep.test', 443, { resolve }))).toBe('name_not_found')
  })

  test('a look-up that takes too long (PEP-1)', async () => {
    expect(await reasonOf(call('pep.test', 443, { timeoutMs: 50, resolve: () => new Promise(() => {}) }))).toBe('timeout')
  })

  test('a port where nobody listens (PEP-1)', async () => {
    expect(await reasonOf(call('pep.test', 1))).toBe('refused')
  })

  test('a server without TLS (PEP-1)', async () => {
    const port = await portOf(createPlainServer((_request, response) => response.end()))
    expect(await reasonOf(call('pep.test', port))).toBe('no_encryption')
  })

  test.each([
    ['for another name', 'other.test', trusted],
    ['that has expired', 'pep.test', expired],
    ['that nobody trusts', 'pep.test', selfSignedCertificate(['pep.test'])],
  ])('a certificate %s (PEP-1)', async (_what, host, certificate) => {
    const server = await open((_request, response) => response.end('secret'), { certificate })
    expect(await reasonOf(call(host, server.port))).toBe('certificate')
  })

  test('an answer that does not come, or comes byte by byte, ends at the time-out (PEP-1)', async () => {
    const silent = await open(() => {})
    const slow = await open((_request, response) => {
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })

    for (const { port } of [silent, slow]) {
      const began = Date.now()
      expect(await reasonOf(call('pep.test', port, { timeoutMs: 300 }))).toBe('timeout')
      expect(Date.now() - began).toBeLessThan(1_500)
    }
  })

  test('a connection that ends in the middle of the answer (PEP-1)', async () => {
    const server = await open((_request, response) => {
      response.writeHead(200, { 'content-length': '500' }).write('half')
      setTimeout(() => response.destroy(), 50)
    })
    expect(await reasonOf(call('pep.test', server.port))).toBe('disconnected')
  })

  test('an answer of 50 MB is cut off early (PEP-1)', async () => {
    let sent = 0
    let isClosed = false
    const server = await open((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (!response.destroyed && sent < 50_000_000 && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', more).on('close', () => (isClosed = true))
      more()
    })

    expect(await reasonOf(call('pep.test', server.port))).toBe('too_large')
    await expect.poll(() => isClosed).toBe(true)
    expect(sent).toBeLessThan(10_000_000)
  })

  test('no compressed answer is asked for (PEP-1)', async () => {
    const server = await open((request, response) => response.end(String(request.headers['accept-encoding'])))
    expect((await call('pep.test', server.port)).body.toString()).toBe('identity')
  })

  test('an error names its reason, and neither the address nor the body (SAFE-2)', async () => {
    const failed = call('pep.test', 1, { address: new URL('https://pep.test:1/?code=CARD'), body: '9990000018', method: 'POST' })
    await expect(failed).rejects.toThrow(/^The call to another server failed \(refused\)$/)
  })
})
