import { createServer, type Socket } from 'node:net'

import type { TestOrganisation } from './organisation.ts'

type Floor = TestOrganisation['floor']

/** The same floor, from which e-mail leaves the house. */
export const withSmtp = (floor: Floor, url: string): Floor => ({
  ...floor,
  config: { ...floor.config, NOTIFICATION_TRANSPORT: 'smtp', SMTP_URL: url },
})

/** A mail server as far as SMTP goes (RFC 5321): takes every message, or refuses every address. */
export async function openMailServer({ refuse = false } = {}) {
  const received: string[] = []
  const server = createServer((socket) => converse(socket, received, refuse))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

function converse(socket: Socket, received: string[], refuse: boolean) {
  let [text, isMessage] = ['', false]
  socket.write('220 test\r\n')
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (isMessage && text.includes('\r\n.\r\n')) {
      received.push(text)
      ;[text, isMessage] = ['', false]
      return socket.write('250 taken\r\n')
    }
    for (let end = text.indexOf('\r\n'); !isMessage && end >= 0; end = text.indexOf('\r\n')) {
      const command = text.slice(0, 4).toUpperCase()
      text = text.slice(end + 2)
      isMessage = command === 'DATA'
      socket.write(command === 'RCPT' && refuse ? '550 no such mailbox\r\n' : isMessage ? '354 go on\r\n' : '250 ok\r\n')
      if (command === 'QUIT') socket.end()
    }
  })
}
