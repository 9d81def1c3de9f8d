/* `npm run dev`: the product from its sources, on one address (DEV-1, docs/decisions/0034). */
import { createServer } from 'node:http'
import { join, relative } from 'node:path'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { readConfig } from '#server/config.ts'

import { passOn, refuse } from './front.ts'
import { openRestartingServer } from './restarting-server.ts'
import { openVite } from './vite.ts'

const root = join(import.meta.dirname, '../..')
const collectChangesForMs = 30

const say = (line: string) => void process.stdout.write(`${line}\n`)

function giveUp(words: string): never {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}

if (process.env['NODE_ENV'] === 'production') giveUp('NODE_ENV: npm run dev is for development only. Use npm start for production.')
process.env['NODE_ENV'] = 'development'

function readOrGiveUp() {
  try {
    return readConfig(process.env)
  } catch (error) {
    return giveUp((error as Error).message)
  }
}
const config = readOrGiveUp()

const front = createServer()
const listening = new Promise<void>((done, fail) => front.once('listening', done).once('error', fail))
front.listen(config.PORT, config.HOST)
await listening.catch(({ code, message }: NodeJS.ErrnoException) =>
  giveUp(
    code === 'EADDRINUSE'
      ? `PORT: ${config.PORT} is in use by another program. Choose another, for example PORT=${config.PORT + 1} npm run dev`
      : `Could not listen at ${config.HOST}:${config.PORT}: ${message}`,
  ),
)

const [database, vite] = await Promise.all([
  config.DATABASE_URL
    ? undefined
    : startEmbeddedPostgres({
        dataDir: join(config.DATA_DIR ?? join(root, '.formward'), 'postgres'),
        sharedBuffers: config.SHARED_BUFFERS_MB,
        restart: true,
        log: say,
      }),
  openVite(front),
])
const server = openRestartingServer({
  environment: { ...process.env, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: config.PUBLIC_URL },
  draw: vite.draw,
  say,
})

front.on('request', (request, response) => {
  if (vite.isServed(request.url!)) return vite.serve(request, response)
  server.port().then(
    (port) => passOn(request, response, port),
    (error: Error) => refuse(response, error.message),
  )
})

/** Only these are loaded by the server process. Vite reloads the pages of patients and of the sign-in by itself. */
const isOfServer = (file: string) => /^(server|domain|contract|database)\/.+\.(ts|sql|json)$/.test(file) && !file.endsWith('.test.ts')

const changed = new Set<string>()
let timer: NodeJS.Timeout | undefined
vite.watcher.on('all', (_event, path) => {
  const file = relative(root, path)
  if (!isOfServer(file) || stopping) return
  changed.add(file)
  clearTimeout(timer)
  timer = setTimeout(() => {
    // A server that does not start has said why.
    server.restart([...changed].join(', ')).catch(() => {})
    changed.clear()
  }, collectChangesForMs)
})

let stopping: Promise<void> | undefined
async function stop() {
  clearTimeout(timer)
  front.close()
  await server.stop()
  front.closeAllConnections()
  await vite.close()
  await database?.stop()
  process.exit(0)
}
// The terminal and npm each pass the same Ctrl-C on.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void (stopping ??= stop()))

await server.start().catch(() => {}) // a server that does not start has said why
