import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Plugin, ViteDevServer } from 'vite'

const module = join(import.meta.dirname, '../web/api/route-table.ts')
const compactModule = join(import.meta.dirname, '../web/api/compact-routes.ts')
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
      const read = (file: string) => (devServer ? devServer.ssrLoadModule(file) : import(pathToFileURL(file).href))
      const [{ routeTable }, { compactRoutes }] = (await Promise.all([read(module), read(compactModule)])) as [
        { routeTable: unknown },
        { compactRoutes: (table: unknown) => string },
      ]
      return `import { readRoutes } from './compact-routes.ts'\nexport const routeTable = readRoutes(${JSON.stringify(compactRoutes(routeTable))})`
    },
  }
}
