import { join } from 'node:path'

/** Where the product's processes keep their compiled modules from one start, and from one run, to the next: a third of a start. */
export const compileCache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'formward', 'compiled')
