import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isScreenPath } from '#domain/screen-paths.ts'
import type { Config } from '#server/config.ts'

import { builtFolders, readStaffPage } from './built-pages.ts'
import { Problem } from './problem.ts'

/** Addresses of the server's own and of files, which no screen of the app can have. */
const notTheApp = /^\/(?:api|identity|health|assets|pages|r|\.well-known)(?:\/|$)|^\/metrics$|\.\w+$/

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

/**
 * The staff app: its files for ever, as their names change with their content, and its page for every address of a screen. A person who
 * opens an address of nothing gets the page too, with the status 404, and the app says that there is no such page.
 */
export function serveStaffApp(app: FastifyInstance, config: Config, folder = builtFolders.staff) {
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
    const path = request.url.split('?')[0]!
    const page = isForPage(request, path) ? await readStaffPage(folder) : undefined
    if (!page) throw refuseAddress(app, request, reply, path)
    reply.code(isScreenPath(path) ? 200 : 404)
    return reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

const pageMethods = ['GET', 'HEAD']

/** The page is for people: programs that ask for an address of nothing do not say that they read HTML. */
function isForPage({ method, headers }: FastifyRequest, path: string) {
  const accepted = headers.accept ?? '*/*'
  if (!pageMethods.includes(method)) return false
  return isScreenPath(path) ? /text\/html|\*\/\*/.test(accepted) : !notTheApp.test(path) && accepted.includes('text/html')
}

/** An address that takes other methods says which (RFC 9110 section 15.5.6). */
function refuseAddress(app: FastifyInstance, { method }: FastifyRequest, reply: FastifyReply, path: string) {
  const allowed = isScreenPath(path) ? pageMethods : app.methodsAt(path)
  if (allowed.length === 0 || allowed.includes(method)) return new Problem('not_found')
  reply.header('allow', allowed.join(', '))
  return new Problem('method_not_allowed')
}
