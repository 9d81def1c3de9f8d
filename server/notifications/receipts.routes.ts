import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { type Channel, channelsOf, type Receipt } from '#server/channels/channels.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'

import { readReference, recordReceipt } from './receipts.ts'

/**
 * `POST /callbacks/:channel`: where providers report what happened to messages. 202 for every receipt that is as documented, also for one that
 * changes nothing; 401 without the provider's credentials; 403 for a wrong signature; 404 for a channel that is not used.
 */
export function serveReceipts(app: FastifyInstance, services: Services) {
  for (const channel of channelsOf(services.config)) {
    const callback = 'callback' in channel ? channel.callback : undefined
    if (!callback) continue
    app.route({
      method: 'POST',
      url: `/callbacks/${channel.name}`,
      config: {
        body: { as: 'bytes', maxBytes: callback.maxBytes, mediaTypes: ['application/json', 'application/vnd.api+json'] },
        rateLimit: false,
        authorise: async ({ headers }) => {
          if (!callback.isAuthentic(services.config, headers)) throw new Problem('not_signed_in')
          return `callbacks/${channel.name}`
        },
      },
      handler: async ({ headers, body }, reply) => {
        const receipts = readReceipts(() => callback.read(services.config, headers, body as Buffer))
        if (!receipts) return reply.code(403).send()
        for (const receipt of receipts) await receive(services, channel, receipt)
        return reply.code(202).send()
      },
    })
  }
}

function readReceipts(read: () => Receipt[] | undefined) {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) throw new Problem('invalid_request')
    throw error
  }
}

/** A receipt whose reference is not ours, for example of another system with the same account, is ignored. */
async function receive(services: Services, channel: Channel, receipt: Receipt) {
  const named = readReference(receipt.reference)
  if (!named) return
  const { organisationId, notificationId } = named
  await inOrganisation(services.db, organisationId, (tx) =>
    recordReceipt(workerContext(services, organisationId, tx), notificationId, channel.name, receipt),
  )
}
