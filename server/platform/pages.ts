import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Pages } from '#contract/pages.ts'

const built = join(import.meta.dirname, '../../dist/pages')
const modules = new Map<string, Promise<unknown>>()

/** Pages of our own only: no script, nothing inline, no frame around them, forms that go nowhere else. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The same for pages that one script of our own makes better, and that work without it. No text becomes script there either. */
export const scriptedPagePolicy = `${pagePolicy}; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

type Manifest = Record<string, { file: string } | undefined>
let manifest: Promise<Manifest> | undefined

/** Where the build put a page's script; nowhere, and the page works without it. */
export async function scriptAddress(source: string) {
  manifest ??= readFile(join(built, '../staff/.vite/manifest.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest, // the bundler's, in the form it documents
    () => ({}),
  )
  const file = (await manifest)[source]?.file
  return file && `/${file}`
}

/** Draws a page. The module it comes from is built with the staff app, and loaded once, when it is first needed. */
export async function renderPage<Page>(name: 'sign-in' | 'patient', page: Page): Promise<string> {
  let loading = modules.get(name)
  if (!loading) modules.set(name, (loading = import(pathToFileURL(join(built, `${name}.js`)).href)))
  const { render } = (await loading) as Pages<Page> // the built module of that name exports exactly this (contract/pages.ts)
  return render(page)
}

/** Their style sheets, whose names change with their content. */
export function servePageAssets(app: FastifyInstance) {
  const root = join(built, 'assets')
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
