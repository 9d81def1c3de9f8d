import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Plugin, ViteDevServer } from 'vite'

const module = join(import.meta.dirname, '../web/api/route-table.ts')
const contract = join(import.meta.dirname, '../contract')

/** Puts the finished table in the place of the module that makes it from the contract: a quarter of the first load would be schemas otherwise. */
export const slimContract = (): Plugin => {
  let devServer: ViteDevServer | undefined
  return {
    name: 'slim-contract',
    enforce: 'pre',
    configureServer: (server) => void (devServer = server),
    async load(id, options) {
      if (id !== module || (devServer && options?.ssr)) return undefined
      // Node would keep the first version of the module for as long as it runs; the development server reads the files again after a change.
      if (devServer)
        for (const file of readdirSync(contract, { recursive: true, encoding: 'utf8' })) this.addWatchFile(join(contract, file))
      const loaded = devServer ? await devServer.ssrLoadModule(module) : await import(pathToFileURL(module).href)
      return `export const routeTable = ${JSON.stringify((loaded as { routeTable: unknown }).routeTable)}`
    },
  }
}
