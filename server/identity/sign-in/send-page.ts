import type { FastifyReply } from 'fastify'

import type { SignInPage } from '#contract/pages.ts'
import { pagePolicy, renderPage, scriptAddress, scriptedPagePolicy } from '#server/platform/pages.ts'

/** Sends a page of the sign-in, with the script for passkeys where it has a use for it. */
export async function sendPage(reply: FastifyReply, page: SignInPage) {
  const script = 'passkey' in page && page.passkey ? await scriptAddress('../sign-in/passkey.ts') : undefined
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', script ? scriptedPagePolicy : pagePolicy)
    .send(await renderPage('sign-in', { ...page, script }))
}
