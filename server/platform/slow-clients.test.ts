import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { testServer } from '#test/test-server.ts'

import { createHttp } from './http.ts'
import { jsonBody } from './request-body.ts'

// Who is still sending when the line is cut may never get to read why.
const hungUp = /^$|^HTTP\/1\.1 408 /

/** A server with little patience, and a client that talks to it byte by byte. */
async function hurriedServer() {
  const { services } = await testServer()
  const app = await createHttp(services, { headers: 300, request: 900, nextRequest: 300, checkedEvery: 50 })
  app.post('/body', { config: { body: jsonBody } }, async () => 'read')
  app.get('/quick', async () => 'here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  return async (first: string, drop: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => {}) // a reset is one way of being hung up on
    socket.write(first)
    const dripping = drop ? setInterval(() => socket.write(drop), 40) : undefined
    await closed
    clearInterval(dripping)
    return said
  }
}

describe('Slow clients', () => {
  test(
    'a client that sends headers byte by byte is disconnected, and others are served meanwhile (SAFE-2, SAFE-3)',
    { timeout: 20_000 },
    async () => {
      const talk = await hurriedServer()

      const slow = talk('GET /quick HTTP/1.1\r\nhost: localhost\r\n', 'x')
      const quick = await talk('GET /quick HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', '')

      expect(quick).toContain('here')
      expect(await slow).toMatch(hungUp)
    },
  )

  test('a client that sends a body byte by byte is disconnected (SAFE-2, SAFE-3)', { timeout: 20_000 }, async () => {
    const talk = await hurriedServer()

    const said = await talk(
      'POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n"',
      'x',
    )

    expect(said).toMatch(hungUp)
  })

  test('an idle connection is closed, and headers have a limit (SAFE-2)', { timeout: 20_000 }, async () => {
    const talk = await hurriedServer()

    const idle = await talk('GET /quick HTTP/1.1\r\nhost: localhost\r\n\r\n', '')
    const large = await talk(`GET /quick HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '')

    expect(idle).toContain('here')
    expect(large).toMatch(/^HTTP\/1\.1 431 /)
  })

  test('the product waits 15 seconds for headers, two minutes for a request, and has an end to its connections (SAFE-2)', async () => {
    const { app } = await testServer()

    expect(app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000, maxConnections: 5_000 })
  })
})

describe('A server that stops', () => {
  test('ends when the last response has gone out, and does not wait for a next request on the same connection (RUN-5)', async () => {
    const app = await createHttp((await testServer()).services)
    const [began, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    app.get('/slow', async () => {
      began.resolve()
      await finish.promise
      return 'here'
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const response = new Promise<string>((resolve) =>
      get(`${address}/slow`, { agent }, (incoming) => void incoming.setEncoding('utf8').on('data', resolve)),
    )
    await began.promise

    const stopping = performance.now()
    const stopped = app.close()
    setTimeout(finish.resolve, 200)

    expect(await response).toBe('here')
    await stopped
    expect((performance.now() - stopping) / 1000, 'a next request may take 65 s').toBeLessThan(20)
  })

  test('closes connections that a client opened in advance and on which nothing was sent (RUN-5)', async () => {
    const app = await createHttp((await testServer()).services)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const closed = once(socket, 'close')
    await Promise.all([once(app.server, 'connection'), once(socket, 'connect')])

    await app.close()

    await closed
  })
})
