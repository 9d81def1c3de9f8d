import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

import { isStopText } from '#domain/stop-text.ts'
import { normalisePhone } from '#domain/phone.ts'
import { type Channel, channelsOfInstallation, ownChannels, type Receipt } from '#server/channels/channels.ts'
import { findNewOrigin, isOrganisation } from '#server/organisations/organisations.ts'
import { isOrganisationMoving } from '#server/platform/database-problem.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueue, workerContext } from '#server/platform/jobs.ts'
import { networkOf } from '#server/platform/network.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { readReference, recordReceipt } from './receipts.ts'
import { type RecordStopReply, sealNumber, stopReplyJob } from './stop-reply.job.ts'

/** The providers that call us, which an organisation can have its own account with. */
const callingChannels = ['govuk-notify', 'nhs-notify'] as const

/** A channel, and the organisation whose account it is; undefined for the account of the installation. */
type Caller = { channel: Channel; organisationId: string | undefined }
type Find = (params: unknown) => Promise<Caller | undefined>

/**
 * Where providers report what happened to messages: `POST /callbacks/:channel` for the account of the installation, and with the id of an
 * organisation for its own. 202 for every receipt that is as documented, also for one that changes nothing; 401 without the credentials of
 * that account, and 429 for more than a few of those from one network; 403 for a wrong signature. `/received` after it takes text messages that
 * people sent.
 */
export function serveReceipts(app: FastifyInstance, services: Services, recordStopReply: RecordStopReply) {
  const ofInstallation = channelsOfInstallation(services.config)
  for (const name of callingChannels) {
    const channel = ofInstallation.find((one) => one.name === name)
    if (channel) serveCaller(`/callbacks/${name}`, name, async () => ({ channel, organisationId: undefined }))
    serveCaller(`/callbacks/${name}/:organisationId`, name, findOwn(services, name))
  }

  function serveCaller(path: string, name: (typeof callingChannels)[number], find: Find) {
    serveCall(path, find, async (caller, headers, body) => {
      const receipts = callbackOf(caller)?.read(headers, body)
      if (!receipts) return 403
      for (const receipt of receipts) await receive(services, caller, receipt)
      return 202
    })
    if (name !== 'govuk-notify') return
    serveCall(`${path}/received`, find, async (caller, _headers, body) => {
      const received = callbackOf(caller)?.readText?.(body)
      const phoneNumber = received && isStopText(received.text) ? normalisePhone(received.from) : undefined
      if (phoneNumber) await stop(services, caller, phoneNumber, recordStopReply)
      return 202
    })
  }

  type Answer = (caller: Caller, headers: IncomingHttpHeaders, body: Buffer) => Promise<number>

  function serveCall(url: string, find: Find, answer: Answer) {
    app.route({
      method: 'POST',
      url,
      config: {
        body: { as: 'bytes', maxBytes, mediaTypes: ['application/json', 'application/vnd.api+json'] },
        // Only wrong calls are counted: a provider is never refused because of others in its network.
        rateLimit: {
          max: wrongCallsPerMinute,
          timeWindow: '1 minute',
          keyGenerator: ({ ip }) => networkOf(ip),
          allowList: (request) => isAuthentic(find, request),
        },
        authorise: async (request) => {
          const caller = callers.get(request)
          if (!caller) throw new Problem('not_signed_in')
          return `callbacks/${caller.channel.account}`
        },
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)! // `authorise` refuses a call without
        return reply.code(await asDocumented(() => answer(caller, request.headers, request.body as Buffer))).send()
      },
    })
  }
}

/** The largest body that a provider sends. */
const maxBytes = 1024 * 1024

/** How many calls without the right credentials are answered with 401 in a minute, for each network and address. */
const wrongCallsPerMinute = 60

const callers = new WeakMap<object, Caller>()

/** Whether a call has the credentials of the account at its address. Remembers the caller. */
async function isAuthentic(find: Find, request: FastifyRequest) {
  const caller = await find(request.params)
  if (!caller || !callbackOf(caller)?.isAuthentic(request.headers)) return false
  callers.set(request, caller)
  return true
}

const callbackOf = ({ channel }: Caller) => ('callback' in channel ? channel.callback : undefined)

const uuid = z.object({ organisationId: z.guid() })

/** The own account of the organisation in the address. Undefined if it has none, which is answered like wrong credentials. */
const findOwn =
  (services: Services, name: string): Find =>
  async (params) => {
    const { data } = uuid.safeParse(params)
    if (!data || !(await isOrganisation(services, data.organisationId))) return undefined
    const { organisationId } = data
    const channels = await inOrganisation(services.db, organisationId, (tx) => ownChannels({ tx, organisationId, services }))
    const channel = channels.find((one) => one.name === name)
    return channel && { channel, organisationId }
  }

async function asDocumented<T>(read: () => Promise<T>) {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) throw new Problem('invalid_request')
    throw error
  }
}

/**
 * A receipt whose reference is not ours, for example of another system with the same account, is ignored. So is one for another organisation
 * than the account belongs to, and one for an organisation that has moved to another installation.
 */
async function receive(services: Services, { channel, organisationId: owner }: Caller, receipt: Receipt) {
  const named = readReference(receipt.reference)
  if (!named || (owner !== undefined && named.organisationId !== owner)) return
  const { organisationId, notificationId } = named
  try {
    await inOrganisation(services.db, organisationId, (tx) =>
      recordReceipt(workerContext(services, organisationId, tx), notificationId, channel.name, receipt),
    )
  } catch (error) {
    // The provider asks again while an organisation is being moved. One that is elsewhere must not hold up the receipts of others.
    if (!isOrganisationMoving(error) || (await findNewOrigin(services.db, organisationId)) === undefined) throw error
  }
}

/** A person asked for no more messages. With the account of the installation, a job finds the organisations that wrote to the number. */
async function stop(services: Services, { organisationId }: Caller, phoneNumber: string, recordStopReply: RecordStopReply) {
  const inOne = organisationId ?? systemOrganisationId
  await inOrganisation(services.db, inOne, async (tx) => {
    const ctx = workerContext(services, inOne, tx)
    if (organisationId) await recordStopReply(ctx, { phoneNumber })
    else await enqueue(ctx, stopReplyJob, { sealedNumber: sealNumber(services, phoneNumber) })
  })
}
