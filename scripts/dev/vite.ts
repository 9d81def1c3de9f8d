import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'

import { createServer } from 'vite'

import type { Pages } from '#contract/pages.ts'

import type { PageName } from './messages.ts'

const root = join(import.meta.dirname, '../..')
const staffPage = join(root, 'web/staff/index.html')

/** Replaced in every page by a random value of its own (front.ts): Vite takes one value for all of them. */
export const noncePlaceholder = 'nonce-of-this-page'

/** Nothing else of the server's addresses begins like these: they are the sources' places in the repository, and Vite's own. */
const servedByVite = /^\/(?:@|web\/|domain\/|contract\/|node_modules\/)/

/**
 * Vite serves the staff app, the style sheets and the scripts from their sources, and draws the pages that the server sends. Its web socket
 * uses the same port as everything else.
 */
export async function openVite(server: Server) {
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root,
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: noncePlaceholder },
    css: { devSourcemap: true, preprocessorOptions: { scss: { quietDeps: true } } },
    // All screens and the passkey script: a library found later would reload the page and lose what was typed.
    optimizeDeps: { entries: ['web/staff/index.html', 'web/sign-in/passkey.ts'] },
    server: {
      middlewareMode: true,
      hmr: { server },
      fs: { strict: true, allow: ['web', 'domain', 'contract', 'node_modules'].map((folder) => join(root, folder)) },
      watch: { ignored: ['.formward', 'dist', 'test-results', 'playwright-report'].map((folder) => `${root}/${folder}/**`) },
    },
  })

  /** The page is sent for every screen's address, so its files are named from the root. */
  const drawStaffApp = async () =>
    vite.transformIndexHtml('/web/staff/index.html', (await readFile(staffPage, 'utf8')).replaceAll('"./', '"/web/staff/'))

  const draw = async (name: PageName, page: unknown) => {
    if (name === 'staff') return drawStaffApp()
    try {
      const { render } = (await vite.ssrLoadModule(`/web/${name}/pages.tsx`)) as Pages<unknown> // both modules export exactly this (contract/pages.ts)
      return render(page)
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      throw error
    }
  }

  return {
    draw,
    isServed: (path: string) => servedByVite.test(path),
    serve: (request: IncomingMessage, response: ServerResponse) => vite.middlewares(request, response),
    watcher: vite.watcher,
    close: () => vite.close(),
  }
}
