/* The server process of `npm run dev`: the server as it is, but with pages drawn from their sources. */
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'

import type { MessageToServer, Ready } from './messages.ts'

const root = new URL('../../', import.meta.url).href
const builtPages = `${root}server/platform/built-pages.ts`
const pagesFromSource = `${root}scripts/dev/pages-from-source.ts`
const libraries = new Set<string>()

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context)
    const isFromOurs = context.parentURL?.startsWith(root) && !context.parentURL.includes('/node_modules/')
    if (isFromOurs && resolved.url.includes('/node_modules/')) libraries.add(specifier)
    return resolved.url === builtPages ? { ...resolved, url: pagesFromSource } : resolved
  },
})

// When the development process is killed, it can no longer end this one.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

async function serve() {
  const { start } = await import('#server/start.ts')
  const app = await start({ api: true, worker: true })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  process.send!({ port, libraries: [...libraries] } satisfies Ready) // started with a channel to the development process
}

let prepared: Promise<unknown> = Promise.resolve()
process.on('message', (message: MessageToServer) => {
  // A library that cannot be loaded is reported by the file that needs it.
  if ('prepare' in message) prepared = Promise.allSettled(message.prepare.map((name) => import(name)))
  if ('begin' in message) void prepared.then(serve)
})
