// The API, and unless told otherwise the worker, as one process: `node server/main.ts [api]`.
import { start } from './start.ts'

await start({ api: true, worker: process.argv[2] !== 'api' })
