import { z } from 'zod'

import { clientAuthentications, clientLimits } from '#domain/integration-clients.ts'
import { clientPermissions } from '#domain/roles.ts'

import { oneLineText, severalLines } from './fields.ts'
import { byId, IsoDate, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** A computer system that calls the API for one organisation (INT-1). */
export const IntegrationClient = z.object({
  /** The client_id of OAuth 2. */
  id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.enum(clientPermissions)),
  authentication: z.enum(clientAuthentications),
  requestsPerMinute: z.number().int(),
  /** The last day on which the client works (Europe/London). */
  expiresOn: IsoDate,
  status: z.enum(['active', 'expired', 'switched_off']),
  /** When the client last got an access token. */
  lastUsedAt: IsoMoment.nullable(),
  createdAt: IsoMoment,
  /** The user who created the client. */
  createdBy: z.string().nullable(),
  /** The secrets or public keys that are valid now, oldest first. */
  credentials: z.array(
    z.object({
      id: z.uuid(),
      /** The last characters of a secret, or the id of a key (kid). */
      hint: z.string(),
      createdAt: IsoMoment,
      /** null: as long as the client. */
      expiresAt: IsoMoment.nullable(),
    }),
  ),
})
export type IntegrationClient = z.infer<typeof IntegrationClient>

/** `secret` is shown once; null for a client with a key. */
const withSecret = z.object({ client: IntegrationClient, secret: z.string().nullable() })

const { low, high } = clientLimits.requestsPerMinute
const writable = {
  name: oneLineText('Name', clientLimits.name).min(1, 'Name is required.'),
  permissions: z
    .array(z.enum(clientPermissions, 'Permission is not valid.'))
    .min(1, 'Choose at least one permission.')
    .max(clientPermissions.length),
  requestsPerMinute: z
    .number('Calls per minute must be a whole number.')
    .int('Calls per minute must be a whole number.')
    .min(low, `Calls per minute must be ${low} or more.`)
    .max(high, `Calls per minute must be ${high.toLocaleString('en-GB')} or fewer.`),
  expiresOn: IsoDate,
}
/** PEM (SubjectPublicKeyInfo) or a JSON Web Key. */
const publicKey = severalLines('Public key', clientLimits.publicKey)
const overlap = clientLimits.overlapHours

const ofOrganisation = { service: 'tenants', organisation: 'id', permission: ['tenant:update'] } as const
const one = { ...ofOrganisation, path: '/tenant/:id/integration-clients/:clientId', params: byId.extend({ clientId: z.uuid() }) } as const

export const integrationClients = routes({
  list: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/integration-clients',
    action: 'integrationClient:list',
    audit: 'integrationClientList',
    params: byId,
    response: z.object({
      docs: z.array(IntegrationClient),
      /** Where clients get their tokens; null where another identity provider issues the tokens. */
      tokenAddress: z.url().nullable(),
    }),
  },
  create: {
    ...ofOrganisation,
    method: 'POST',
    path: '/tenant/:id/integration-clients',
    action: 'integrationClient:create',
    freshProof: 'always',
    takesNoKey: 'has a secret',
    audit: 'verb',
    params: byId,
    body: z.object({
      ...writable,
      requestsPerMinute: writable.requestsPerMinute.default(clientLimits.requestsPerMinute.default),
      authentication: z.enum(clientAuthentications),
      publicKey: publicKey.optional(),
    }),
    response: withSecret,
  },
  update: {
    ...one,
    method: 'PATCH',
    action: 'integrationClient:update',
    freshProof: { body: { permissions: 'any value', expiresOn: 'any value', requestsPerMinute: 'any value', isSwitchedOff: [false] } },
    audit: 'verb',
    body: z.object({ ...writable, isSwitchedOff: z.boolean() }).partial(),
    response: IntegrationClient,
  },
  /** A new secret or key. The old one works for some more hours, so that the system can change without an outage. */
  rotate: {
    ...one,
    method: 'POST',
    path: '/tenant/:id/integration-clients/:clientId/credentials',
    action: 'integrationClient:rotate',
    freshProof: 'always',
    takesNoKey: 'has a secret',
    audit: 'verb',
    body: z.object({
      publicKey: publicKey.optional(),
      overlapHours: z.number().int().min(overlap.low).max(overlap.high).default(overlap.default),
    }),
    response: withSecret,
  },
  /** Ends one secret or key, and every token of the client, at once. */
  removeCredential: {
    ...one,
    method: 'DELETE',
    path: '/tenant/:id/integration-clients/:clientId/credentials/:credentialId',
    action: 'integrationClient:update',
    audit: 'verb',
    params: byId.extend({ clientId: z.uuid(), credentialId: z.uuid() }),
    response: IntegrationClient,
  },
})
