import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

/** `status`: 0 when the client gave up, 502 when the process broke the connection. `at` and `took` in milliseconds. */
export type Answer = { at: number; took: number; status: number; kind: 'read' | 'act'; what: string }

/** A load balancer in front of the API processes that notes how every call ended. It sends no call twice. */
export async function openBalancer(port: number) {
  const answers: Answer[] = []
  const backends: number[] = []
  let turn = 0
  const server = createServer((call, response) => {
    const [at, backend] = [Date.now(), backends[turn++ % backends.length]]
    const isRead = call.method === 'GET' || call.method === 'HEAD'
    const note = (status: number) =>
      answers.push({
        at,
        took: Date.now() - at,
        status,
        kind: isRead ? 'read' : 'act',
        what: `${call.method} ${withoutIds(call.url ?? '')}`,
      })
    if (backend === undefined) return fail(response, note)
    pass(call, response, backend, note)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    answers,
    add: (backend: number) => void backends.push(backend),
    /** No new call goes to this process. */
    takeOut: (backend: number) => void backends.splice(backends.indexOf(backend), 1),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
export type Balancer = Awaited<ReturnType<typeof openBalancer>>

function pass(call: IncomingMessage, response: ServerResponse, port: number, note: (status: number) => void) {
  const headers = { ...call.headers, 'x-forwarded-for': addressOf(call.url ?? ''), 'x-forwarded-proto': 'http' }
  const passed = request({ port, host: '127.0.0.1', method: call.method, path: call.url, headers, agent: false })
  let isNoted = false
  const noteOnce = (status: number) => {
    if (!isNoted) note(status)
    isNoted = true
  }
  response.once('close', () => {
    if (response.writableFinished) return
    noteOnce(0)
    passed.destroy()
  })
  passed.once('error', () => fail(response, noteOnce))
  passed.once('response', (answer) => {
    response.writeHead(answer.statusCode!, answer.headers) // a response has a status
    answer.once('error', () => (noteOnce(502), response.destroy()))
    answer.once('end', () => noteOnce(answer.statusCode!))
    answer.pipe(response)
  })
  call.pipe(passed)
}

function fail(response: ServerResponse, note: (status: number) => void) {
  note(502)
  if (response.headersSent) response.destroy()
  else response.writeHead(502).end()
}

/** Each patient has an address of their own, because there are limits for each address. */
function addressOf(path: string) {
  const link = /^\/r\/([^/?]+)/.exec(path)?.[1]
  if (link === undefined) return '127.0.0.1'
  return `10.${[...createHash('sha256').update(link).digest().subarray(0, 3)].join('.')}`
}

const withoutIds = (path: string) =>
  path
    .split('?')[0]!
    .replace(/^\/r\/[^/]+/, '/r/…')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
