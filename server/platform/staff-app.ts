import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isScreenPath } from '#domain/screen-paths.ts'
import type { Config } from '#server/config.ts'

import { builtFolders, readStaffPage } from './built-pages.ts'
import { withColourScheme } from './colour-scheme.ts'
import { Problem } from './problem.ts'

/** Addresses of the server and of files. No screen of the app has one of these. */
const notTheApp = /^\/(?:api|identity|health|assets|pages|r|\.well-known)(?:\/|$)|^\/metrics$|\.\w+$/

/** The one style that react-aria adds to the page: `touch-action` for pressable elements. */
const pressStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** The policy of the staff app: our own files only, nothing inline, and no text that becomes script. */
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
 * Serves the staff app. Its files are cached for ever, because their names change with their content. Every address of a screen gets the
 * page. An address of no screen gets the page with status 404, and the app shows that the page does not exist.
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
    // Without the built pages the server still serves its API.
    suppressWarning: true,
  })
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const page = isForPage(request, path) ? await readStaffPage(folder) : undefined
    if (!page) throw refuseAddress(app, request, reply, path)
    reply.code(isScreenPath(path) ? 200 : 404)
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(withColourScheme(page.toString(), request.cookies))
  })
}

const pageMethods = ['GET', 'HEAD']

/** Only browsers accept HTML. A program that asks for an unknown address gets no page. */
function isForPage({ method, headers }: FastifyRequest, path: string) {
  const accepted = headers.accept ?? '*/*'
  if (!pageMethods.includes(method)) return false
  return isScreenPath(path) ? /text\/html|\*\/\*/.test(accepted) : !notTheApp.test(path) && accepted.includes('text/html')
}

/** An address with other methods names them (RFC 9110 section 15.5.6). */
function refuseAddress(app: FastifyInstance, { method }: FastifyRequest, reply: FastifyReply, path: string) {
  const allowed = isScreenPath(path) ? pageMethods : app.methodsAt(path)
  if (allowed.length === 0 || allowed.includes(method)) return new Problem('not_found')
  reply.header('allow', allowed.join(', '))
  return new Problem('method_not_allowed')
}
