// The worker alone: `node server/worker.ts`.
import { start } from './start.ts'

await start({ api: false, worker: true })
