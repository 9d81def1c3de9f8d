import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import type { TestOrganisation } from './organisation.ts'

type Services = TestOrganisation['services']

/** The same server with SMTP as its transport. */
export const withSmtp = (services: Services, url: string): Services => ({
  ...services,
  config: { ...services.config, NOTIFICATION_TRANSPORT: ['smtp'], SMTP_URL: url },
})

type Manners = {
  /** Refuses every address. */
  refuse?: boolean
  /** Asks to try each message again later. */
  isBusy?: boolean
  /** Accepts the connection and never says a word. */
  isMute?: boolean
  /** Disconnects when the message starts to arrive. */
  hangsUp?: boolean
  /** Receives the whole message and never says whether it takes it. */
  neverAnswers?: boolean
  /** Thinks about a message so long, in milliseconds, before it takes it. */
  thinks?: number
}

/** A mail server (RFC 5321) that accepts every message, unless it is told to misbehave. */
export async function openMailServer(manners: Manners = {}) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let silence: Promise<void> = Promise.resolve()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {}) // a client may disconnect
    socket.on('close', () => sockets.delete(socket))
    if (!manners.isMute) converse(socket, received, manners, (line) => void silence.then(() => socket.write(`${line}\r\n`)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    received,
    connections: () => connections,
    /** Receives everything and does not respond for this long, in milliseconds. */
    fallSilent: (time: number) => (silence = sleep(time)),
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Say = (line: string) => void

function converse(
  socket: Socket,
  received: string[],
  { refuse = false, isBusy = false, hangsUp = false, neverAnswers = false, thinks = 0 }: Manners,
  say: Say,
) {
  let [text, isMessage] = ['', false]
  say('220 test')
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (isMessage && hangsUp) return socket.destroy()
    if (isMessage && text.includes('\r\n.\r\n')) {
      received.push(text)
      ;[text, isMessage] = ['', false]
      if (neverAnswers) return undefined
      return void sleep(thinks).then(() => say('250 taken'))
    }
    for (let end = text.indexOf('\r\n'); !isMessage && end >= 0; end = text.indexOf('\r\n')) {
      const command = text.slice(0, 4).toUpperCase()
      text = text.slice(end + 2)
      isMessage = command === 'DATA'
      const refusal = command === 'RCPT' ? (refuse ? '550 no such mailbox' : isBusy ? '451 try again later' : undefined) : undefined
      say(refusal ?? (isMessage ? '354 go on' : command === 'STAR' ? '502 no encryption' : '250 ok'))
      if (command === 'QUIT') socket.end()
    }
  })
}
