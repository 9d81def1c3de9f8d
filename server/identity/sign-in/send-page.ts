import type { FastifyReply } from 'fastify'

import type { SignInPage } from '#contract/pages.ts'
import { pagePolicy, renderPage } from '#server/platform/pages.ts'

export const sendPage = async (reply: FastifyReply, page: SignInPage) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .send(await renderPage('sign-in', page))
