import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { onTestFinished } from 'vitest'

import { selfSignedCertificate } from './certificate.ts'

const certificate = selfSignedCertificate(['localhost', '127.0.0.1'])
setDefaultCACertificates([...getCACertificates(), certificate.cert])

export type ReceivedWebhook = { headers: IncomingHttpHeaders & Record<string, string>; body: string; at: number }

/** What the receiver does with a webhook. The default is 204. */
type Manner = (response: ServerResponse, received: ReceivedWebhook) => unknown

const accept: Manner = (response) => response.writeHead(204).end()

/** A server on 127.0.0.1 that stands for another system, and keeps what it gets. */
export async function openReceiver(manner: Manner = accept) {
  const received: ReceivedWebhook[] = []
  const receiver = {
    address: '',
    port: 0,
    received,
    manner,
    /** Types and form requests or patients, in the order in which they came. */
    events: () =>
      received.map(({ body }) => JSON.parse(body) as { id: string; type: string; timestamp: string; data: Record<string, string> }),
  }
  const server = createServer(certificate, (request, response) => {
    void text(request).then((body) => {
      const webhook = { headers: request.headers as ReceivedWebhook['headers'], body, at: Date.now() } // the headers that are read are sent once
      received.push(webhook)
      return receiver.manner(response, webhook)
    })
  })
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened))
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo // it listens on a port
  return Object.assign(receiver, { port, address: `https://localhost:${port}/events` })
}
