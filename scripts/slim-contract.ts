import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Plugin } from 'vite'

const module = join(import.meta.dirname, '../web/api/route-table.ts')

/** Puts the finished table in the place of the module that makes it from the contract: a quarter of the first load would be schemas otherwise. */
export const slimContract = (): Plugin => ({
  name: 'slim-contract',
  enforce: 'pre',
  async load(id) {
    if (id !== module) return undefined
    const { routeTable } = (await import(pathToFileURL(module).href)) as { routeTable: unknown }
    return `export const routeTable = ${JSON.stringify(routeTable)}`
  },
})
