import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, onTestFinished, test } from 'vitest'

import { maxImportBytes } from '#domain/imports/decisions.ts'
import { asSubject, testServer } from '#test/test-server.ts'
import { imports, xlsx } from '#test/import-file.ts'
import { eventually, nobody, openOrganisation } from '#test/organisation.ts'
import { sendRaw } from '#test/raw-request.ts'

const MB = 1024 * 1024
const patients = '/api/patients/patient'
const json = { 'content-type': 'application/json' }

async function listening() {
  const { app } = await testServer()
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port // it listens on a port, not on a pipe
}

/** What a client that only begins to send its body is answered. */
async function refusalOf(path: string, contentLength: number, headers: Record<string, string>, method = 'POST') {
  const { answer, status, wasReset } = await sendRaw({ port: await listening(), method, path, headers, contentLength, sendBytes: 400 })
  const code = /"code":"(\w+)"/.exec(answer)?.[1]
  return { status, code, isClosed: /^connection: close\r$/im.test(answer), wasReset }
}

describe('Request bodies', () => {
  test('a body is refused before it is read if the caller may not make the call, and the connection is closed after the response (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const as = ({ subject }: { subject: string }) => ({ ...xlsx, [asSubject]: subject })
    const admin = await ward.staff('Forms OrgAdmin')
    const refused = { isClosed: true, wasReset: false }

    expect(await refusalOf(imports, 63 * MB, xlsx, 'PUT')).toEqual({ status: 401, code: 'not_signed_in', ...refused })
    expect(await refusalOf(imports, 63 * MB, { ...xlsx, [asSubject]: randomUUID() }, 'PUT')).toMatchObject({ status: 401 })
    expect(await refusalOf(patients, 900_000, json)).toEqual({ status: 401, code: 'not_signed_in', ...refused })
    expect(await refusalOf('/api/tenants/tenant', 900_000, { ...as(admin), ...json })).toEqual({
      status: 401,
      code: 'not_permitted',
      ...refused,
    })
    expect(await refusalOf('/api/nowhere', 63 * MB, json)).toMatchObject({ status: 404, isClosed: true })
  })

  test('a body of another type than the call takes is refused at once with 415 (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = { [asSubject]: (await ward.staff()).subject }
    const wrong = { status: 415, code: 'unsupported_media_type', isClosed: true, wasReset: false }

    for (const type of ['text/csv', 'image/png', 'application/json', 'text/plain', 'nonsense'])
      expect(await refusalOf(imports, 63 * MB, { ...ada, 'content-type': type }, 'PUT'), type).toEqual(wrong)
    for (const type of ['text/plain', 'image/png', 'application/octet-stream', 'application/x-www-form-urlencoded'])
      expect(await refusalOf(patients, 1 * MB, { ...ada, 'content-type': type }), type).toEqual(wrong)
    expect(await refusalOf(patients, 1 * MB, ada), 'no type').toEqual(wrong)
    expect(await refusalOf('/r/unknown/identity', 60 * MB, { 'content-type': 'image/png' })).toMatchObject({ status: 415, isClosed: true })
  })

  test('a body larger than the call takes is refused at once with 413, also where the call takes none (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const as = { [asSubject]: ada.subject }
    const logo = `/api/tenants/tenant/${ward.id}/logo`
    const tooLarge = { status: 413, code: 'too_large', isClosed: true, wasReset: false }

    expect(await refusalOf(imports, maxImportBytes + 1, { ...as, ...xlsx }, 'PUT')).toEqual(tooLarge)
    expect(await refusalOf(patients, 1 * MB + 1, { ...as, ...json })).toEqual(tooLarge)
    expect(await refusalOf(logo, 500, { ...as, ...json }, 'DELETE')).toEqual(tooLarge)
    expect(await refusalOf(patients, 500, { ...as, ...json }, 'GET')).toEqual(tooLarge)
    expect(await refusalOf('/r/unknown/identity', 300_000, { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 413,
      isClosed: true,
    })
    // An empty object is what many clients send with every call.
    expect((await ada.delete(logo, {})).statusCode).toBe(200)
  })

  test('a body of unknown length is refused with 413 as soon as it is too large (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024
        if (sent > 40 * MB) controller.close()
        else controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
    })

    const answer = await fetch(`http://127.0.0.1:${await listening()}${patients}`, {
      method: 'POST',
      headers: { ...json, [asSubject]: ada.subject },
      body: endless,
      duplex: 'half',
    })

    expect(answer.status).toBe(413)
  })

  test('a JSON body with a prototype in it, or none where one is needed, is refused with 400 (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()

    for (const payload of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{}}}', '{"firstName":', ''])
      expect((await ada.post(patients, payload, json)).statusCode, payload).toBe(400)
    expect((await (await nobody()).post(patients, '{', json)).statusCode).toBe(401)
  })

  test('a member whose bodies in progress reach the limit is refused with 429 until they have ended; a colleague is not (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]
    const port = await listening()
    const send = ({ subject }: { subject: string }, contentLength: number) => {
      const socket = connect(port, '127.0.0.1')
      const head = [`POST ${patients} HTTP/1.1`, 'host: localhost', 'content-type: application/json', `${asSubject}: ${subject}`]
      socket.write(`${head.join('\r\n')}\r\ncontent-length: ${contentLength}\r\n\r\n{`)
      return socket
    }
    const answered = async () => (await ada.post(patients, { lastName: 'x'.repeat(900_000) })).statusCode
    // Sixteen reach the limit. One that arrives while the call below is in progress is refused, and another takes its place.
    const sockets = Array.from({ length: 32 }, () => send(ada, MB))
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))

    await eventually(async () => (await answered()) === 429)

    expect((await grace.post(patients, {})).statusCode).toBe(400)
    for (const socket of sockets) socket.destroy()
    await eventually(async () => (await answered()) === 400)
  })

  test('bodies whose client disconnects during authentication do not count towards the limit (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const port = await listening()
    const head = [`POST ${patients} HTTP/1.1`, 'host: localhost', 'content-type: application/json', `${asSubject}: ${ada.subject}`]

    for (let turn = 0; turn < 80; turn++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`${head.join('\r\n')}\r\ncontent-length: ${MB}\r\n\r\n{`)
      await wait(turn % 4)
      socket.resetAndDestroy()
    }

    await eventually(async () => (await ada.post(patients, { lastName: 'x'.repeat(900_000) })).statusCode === 400)
  })

  test('anonymous bodies are counted for the whole network of an IPv6 address, and another network is not refused (SAFE-2)', async () => {
    const { app } = await testServer()
    const from = async (remoteAddress: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = `a=${'x'.repeat(250_000)}`
      return (await app.inject({ method: 'POST', url: '/r/unknown/question/1', headers, payload, remoteAddress })).statusCode
    }

    const answers = await Promise.all(Array.from({ length: 12 }, (_, host) => from(`2001:db8:7:7::${host + 1}`)))

    expect(answers).toEqual([...Array.from({ length: 8 }, () => 404), ...Array.from({ length: 4 }, () => 429)])
    expect(await from('2001:db8:7:8::1')).toBe(404)
  })

  test('anonymous clients with unfinished large bodies do not stop others behind the same address from sending a short form (SAFE-2)', async () => {
    const port = await listening()
    const form = 'content-type: application/x-www-form-urlencoded'
    const sockets = Array.from({ length: 8 }, () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`POST /r/unknown/question/1 HTTP/1.1\r\nhost: localhost\r\n${form}\r\ncontent-length: ${256 * 1024}\r\n\r\na`)
      return socket
    })
    const send = async (length: number) => {
      const { status } = await fetch(`http://127.0.0.1:${port}/r/unknown/question/1`, {
        method: 'POST',
        body: new URLSearchParams({ a: 'x'.repeat(length) }),
      })
      return status
    }
    await eventually(async () => (await send(100_000)) === 429)

    const short = await send(4_000)
    for (const socket of sockets) socket.destroy()

    expect(short).toBe(404)
    await eventually(async () => (await send(100_000)) === 404)
  })
})
