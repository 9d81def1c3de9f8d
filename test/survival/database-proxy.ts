import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A connection to a real database that can be cut and restored without the database noticing. */
export async function openDatabaseProxy(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-wire-'))
  chmodSync(folder, 0o711)
  const far = join(decodeURIComponent(new URL(url).host), '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const beyond = connect(far)
    for (const [socket, other] of [
      [near, beyond],
      [beyond, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}) // cut
      socket.on('close', () => (sockets.delete(socket), other.destroy()))
    }
    near.pipe(beyond).pipe(near)
  })
  const mend = () => new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await mend()
  return {
    url: url.replace(new URL(url).host, encodeURIComponent(folder)),
    cut,
    mend,
    end: async () => {
      if (server.listening) await cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
