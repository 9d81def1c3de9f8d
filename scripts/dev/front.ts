import { randomBytes } from 'node:crypto'
import { request as call, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { noncePlaceholder } from './vite.ts'

/** Passes a request on to the server process, and its answer back. */
export function passOn(request: IncomingMessage, response: ServerResponse, port: number) {
  const { method, url, headers } = request
  const onward = call({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    sendBack(answer, response).catch(() => response.destroy())
  })
  // The answer of a server that ends in the middle of a request; a browser that goes away ends the request.
  onward.on('error', (error) => refuse(response, `The server did not answer: ${error.message}`))
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}

async function sendBack(answer: IncomingMessage, response: ServerResponse) {
  const status = answer.statusCode!
  if (!answer.headers['content-type']?.startsWith('text/html')) {
    response.writeHead(status, answer.rawHeaders)
    answer.pipe(response)
    return
  }
  const body = (await buffer(answer)).toString()
  if (!body.includes(noncePlaceholder)) {
    response.writeHead(status, answer.rawHeaders).end(body)
    return
  }
  const nonce = randomBytes(16).toString('base64')
  const page = body.replaceAll(noncePlaceholder, nonce)
  const policy = String(answer.headers['content-security-policy'])
  response
    .writeHead(status, {
      ...answer.headers,
      'content-length': Buffer.byteLength(page),
      'content-security-policy': allowNonce(policy, nonce),
    })
    .end(page)
}

/**
 * Production's policy, and two inline things: the script that prepares React's fast refresh, and the style sheets that Vite replaces in the
 * page. Both carry the page's nonce. The web socket is covered by 'self'.
 */
const allowNonce = (policy: string, nonce: string) => policy.replace(/(script-src|style-src) /g, `$1 'nonce-${nonce}' `)

export const refuse = (response: ServerResponse, words: string) => {
  if (response.headersSent) return response.destroy()
  return response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${words}\n`)
}
