import { once } from 'node:events'
import { connect } from 'node:net'

type Sent = {
  port: number
  method?: string
  path: string
  headers?: Record<string, string>
  contentLength: number
  sendBytes: number
  /** Goes on sending although it was answered, and leaves the closing to the server. */
  ignoresAnswer?: boolean
}

/** Sends a request, or its beginning, over its own socket. Returns the response, and whether the connection was reset. */
export async function sendRaw({ port, method = 'POST', path, headers = {}, contentLength, sendBytes, ignoresAnswer = false }: Sent) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let wasReset = false
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1')
    if (!ignoresAnswer && isWhole(answer)) socket.destroySoon()
  })
  socket.on('error', () => (wasReset = true))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': String(contentLength) })
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
  const piece = Buffer.alloc(256 * 1024, 1)
  for (let sent = 0; sent < sendBytes && !socket.destroyed; sent += piece.length)
    if (!socket.write(piece.subarray(0, sendBytes - sent))) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
  await closed
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
  return { status, answer, wasReset }
}

function isWhole(answer: string) {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  return body.join('\r\n\r\n').length >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Infinity)
}
