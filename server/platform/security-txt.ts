import type { FastifyInstance } from 'fastify'

import type { Config } from '#server/config.ts'

/** So long a reader may rely on the file without asking again. The standard advises less than a year. */
const validDays = 90

/** Tells where to report a vulnerability (https://www.rfc-editor.org/rfc/rfc9116). Without SECURITY_CONTACT there is no such file. */
export function serveSecurityText(app: FastifyInstance, { SECURITY_CONTACT, PUBLIC_URL }: Pick<Config, 'SECURITY_CONTACT' | 'PUBLIC_URL'>) {
  if (!SECURITY_CONTACT) return
  const path = '/.well-known/security.txt'
  app.get(path, async (_request, reply) => {
    const expires = new Date(Date.now() + validDays * 86_400_000).toISOString().slice(0, 10)
    const lines = [
      ...SECURITY_CONTACT.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires}T00:00:00Z`,
      'Preferred-Languages: en',
      `Canonical: ${new URL(path, PUBLIC_URL).href}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
