import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Pages } from '#contract/pages.ts'

import { builtFolders, loadPages } from './built-pages.ts'

/** Pages of our own only: no script, nothing inline, no frame around them, forms that go nowhere else. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The same for pages that one script of our own makes better, and that work without it. No text becomes script there either. */
export const scriptedPagePolicy = `${pagePolicy}; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

/** Draws a page with the module that was built from its sources. */
export async function renderPage<Page>(name: 'sign-in' | 'patient', page: Page): Promise<string> {
  const { render } = (await loadPages(name)) as Pages<Page> // the built module of that name exports exactly this (contract/pages.ts)
  return render(page)
}

/** Their style sheets, whose names change with their content. */
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
