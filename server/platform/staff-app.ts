import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Config } from '#server/config.ts'

import { Problem } from './problem.ts'

const built = join(import.meta.dirname, '../../dist/staff')

/** Addresses of the server's own, which no screen of the app can have. */
const notTheApp = /^\/(?:api|identity|health|assets|pages|r|\.well-known)\/|^\/(?:metrics|config\.json)$/

/** The one style that react-aria writes into the page: `touch-action` for what can be pressed. */
const pressStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** Files of our own only, nothing inline, and no text that becomes script. */
function policyOf({ PUBLIC_URL, OIDC_ISSUER }: Config) {
  const issuer = OIDC_ISSUER && new URL(OIDC_ISSUER).origin !== new URL(PUBLIC_URL).origin ? ` ${new URL(OIDC_ISSUER).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${pressStyle}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${issuer}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The staff app: its files for ever, as their names change with their content, and its page for every address that is a screen of its. */
export function serveStaffApp(app: FastifyInstance, config: Config, folder = built) {
  const policy = policyOf(config)
  app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
    decorateReply: false,
    // A server without its pages still serves its API.
    suppressWarning: true,
  })
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    // Read anew each time: a build while the server runs gives the page other files to name.
    const page = isForScreen(request) ? await readFile(join(folder, 'index.html')).catch(() => undefined) : undefined
    if (!page) throw new Problem('not_found')
    return reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

const isForScreen = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !notTheApp.test(url.split('?')[0]!) && /text\/html|^\*\/\*$/.test(headers.accept ?? '*/*')
