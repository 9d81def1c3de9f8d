import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Pages } from '#contract/pages.ts'

import { builtFolders, loadPages } from './built-pages.ts'

/** The policy of server-rendered pages: no script, nothing inline, no frames, forms only to ourselves. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The policy of pages that work without their one script. The script cannot turn text into script. */
export const scriptedPagePolicy = `${pagePolicy}; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

/** Renders a page with the built module of its sources. */
export async function renderPage<Page>(name: 'sign-in' | 'patient', page: Page): Promise<string> {
  const { render } = (await loadPages(name)) as Pages<Page> // the built module of that name exports exactly this (contract/pages.ts)
  return render(page)
}

/** The style sheets of the pages, whose names change with their content. */
export function servePageAssets(app: FastifyInstance) {
  const root = join(builtFolders.pages, 'assets')
  if (!existsSync(root)) return
  app.register(fastifyStatic, {
    root,
    prefix: '/pages/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  })
}
