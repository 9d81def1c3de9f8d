import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { FastifyInstance } from 'fastify'

import { contract } from '#contract/index.ts'
import type { Services } from '#server/platform/services.ts'
import { version } from '#server/version.ts'

import { describeApi } from './open-api.ts'

const require = createRequire(import.meta.url)
const { version: readerVersion } = require('swagger-ui-dist/package.json') as { version: string }

/** The files of the reader. Their address has the version, so that a browser can keep them. */
const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}
const filesAt = `/api/docs/${readerVersion}`

/**
 * The reader changes nothing: a call that a person makes needs a sign-in of its own. Its own way of following references reads the whole
 * document for each call that is opened, which takes seconds; ours all point into the document's components.
 */
const startScript = `const componentAt = (document, reference) =>
  reference.slice(2).split('/').reduce((part, key) => part[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)

function withComponents(part, document, inside) {
  if (Array.isArray(part)) return part.map((item) => withComponents(item, document, inside))
  if (part === null || typeof part !== 'object') return part
  const reference = part.$ref
  if (typeof reference !== 'string') return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withComponents(value, document, inside)]))
  // A part that holds itself, such as the questions of a group, is named and not opened again.
  if (inside.includes(reference)) return part
  const { $ref, ...beside } = part
  return { ...withComponents(componentAt(document, reference), document, [...inside, reference]), ...beside, $$ref: reference }
}

// The reader itself looks only at the names of groups.
function matching(groups, phrase) {
  const words = phrase.toLowerCase().split(/\\s+/)
  return groups
    .map((group, name) => group.update('operations', (calls) => calls.filter((call) => {
      const text = [name, call.get('method'), call.get('path'), call.getIn(['operation', 'summary'])].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })))
    .filter((group) => group.get('operations').size > 0)
}

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  supportedSubmitMethods: [],
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  // A button or a link inside a button cannot be reached with a screen reader. The address still follows what is open.
  plugins: [
    {
      fn: {
        opsFilter: matching,
        resolveSubtree: async (document, path) => ({
          spec: withComponents(path.reduce((part, key) => part?.[key], document), document, []),
          errors: [],
        }),
      },
      wrapComponents: {
        CopyToClipboardBtn: () => () => null,
        // Fields that nobody can fill in, without names. Their values are listed above them.
        JsonSchemaForm: () => () => null,
        DeepLink: (_link, { React }) => ({ text }) => React.createElement('span', null, text),
        InfoContainer: (Info, { React }) => (props) => React.createElement('section', { 'aria-label': 'About this API' }, React.createElement(Info, props)),
        FilterContainer: (_filter, { React }) => ({ layoutSelectors, layoutActions }) => {
          const phrase = layoutSelectors.currentFilter()
          return React.createElement('div', { role: 'search', className: 'search' },
            React.createElement('h2', null, 'Calls'),
            React.createElement('label', { htmlFor: 'phrase' }, 'Find calls by name or address'),
            React.createElement('input', { id: 'phrase', type: 'search', value: typeof phrase === 'string' ? phrase : '',
              onChange: ({ target }) => layoutActions.updateFilter(target.value) }))
        },
        operations: (Operations, { React }) => (props) => {
          const phrase = props.layoutSelectors.currentFilter()
          const isNone = typeof phrase === 'string' && matching(props.specSelectors.taggedOperations(), phrase).size === 0
          return React.createElement('div', null,
            React.createElement('p', { role: 'status' }, isNone ? 'No calls match. Try a part of a name or address, such as export or /request.' : ''),
            isNone ? null : React.createElement(Operations, props))
        },
      },
    },
  ],
})
`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - Formward</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${filesAt}/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/reference.css">
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. The OpenAPI document is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>
<script src="${filesAt}/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const forEver = 'public, max-age=31536000, immutable'
const compress = promisify(gzip)

/**
 * The API for people, as a page at `/api/docs`, and for generators of clients, as an OpenAPI document at `/api/openapi.json`. They hold no
 * secrets and need no sign-in (INT-4).
 */
export function serveApiDocs(app: FastifyInstance, { config }: Services) {
  const { PUBLIC_URL, OIDC_ISSUER } = config
  let document: string | undefined
  const describe = () =>
    JSON.stringify(describeApi(contract, { version, server: PUBLIC_URL, issuer: OIDC_ISSUER ?? `${PUBLIC_URL}/identity` }))
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json').send((document ??= describe())))

  // The reader asks the identity provider how to sign in.
  const issuer = OIDC_ISSUER ? ` ${new URL(OIDC_ISSUER).origin}` : ''
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'${issuer}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).header('cache-control', 'no-cache').send(page),
  )
  app.get('/api/docs/start.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(startScript),
  )
  const styles = readFile(new URL('./reference.css', import.meta.url))
  app.get('/api/docs/reference.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await styles),
  )
  for (const [name, type] of Object.entries(files)) {
    let compressed: Promise<Buffer> | undefined
    // Compressed once: the script is 1.7 MB, and every browser accepts gzip.
    const read = async () => compress(await readFile(require.resolve(`swagger-ui-dist/${name}`)))
    app.get(`${filesAt}/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', forEver)
        .header('content-encoding', 'gzip')
        .send(await (compressed ??= read())),
    )
  }
}
