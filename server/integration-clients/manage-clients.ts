import { randomBytes } from 'node:crypto'

import type { integrationClients } from '#contract/integration-clients.ts'
import type { Input } from '#contract/route.ts'
import {
  checkLastDay,
  type ClientAuthentication,
  clientLimits,
  clientPermissionLabels,
  permissionsNotHeld,
} from '#domain/integration-clients.ts'
import { dateOf } from '#domain/moments.ts'
import type { ClientPermission } from '#domain/roles.ts'
import type { Config } from '#server/config.ts'
import { hashSecret } from '#server/identity/identity.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import {
  countClients,
  deleteCredential,
  endCredentials,
  endTokens,
  getClient,
  insertClient,
  insertCredential,
  lockClient,
  setClient,
} from './integration-clients.sql.ts'
import { readPublicKey } from './public-key.ts'

/** Where a client gets its tokens; null where another provider issues the tokens, and so no client can have one. */
export const tokenAddressOf = ({ OIDC_ISSUER, PUBLIC_URL }: Pick<Config, 'OIDC_ISSUER' | 'PUBLIC_URL'>) =>
  OIDC_ISSUER === undefined ? `${PUBLIC_URL}/identity/oauth/token` : null

const noProvider = 'Integration clients need the sign-in service of Formward. Another identity provider issues the tokens here.'

export async function createClient(ctx: Context, body: Input<typeof integrationClients.create>['body']) {
  const { publicKey, ...client } = body
  if (tokenAddressOf(ctx.services.config) === null) throw new Problem('conflict', noProvider)
  await requireHeld(ctx, client.permissions)
  requireLastDay(client.expiresOn)
  const { credential, secret } = await makeCredential(client.authentication, publicKey)
  // Two users at the same moment do not exceed the limit.
  await lockKeys(ctx, ['integration clients'])
  if ((await countClients(ctx)) >= clientLimits.clients)
    throw new Problem('conflict', `An organisation can have ${clientLimits.clients} integration clients. Change one that is switched off.`)
  const id = await insertClient(ctx, client)
  await insertCredential(ctx, id, credential)
  await audit(ctx, 'integrationClientCreated', { subjectId: id, detail: { client: client.name, permissions: client.permissions } })
  return { client: await getClient(ctx, id), secret }
}

export async function updateClient(
  ctx: Context,
  id: string,
  { isSwitchedOff, ...fields }: Input<typeof integrationClients.update>['body'],
) {
  const before = await lockClient(ctx, id)
  // Permissions that a colleague gave stay. Switching on gives all of them again.
  const added = (fields.permissions ?? []).filter((one) => !before.permissions.includes(one))
  const isRevived = isSwitchedOff === false || fields.expiresOn !== undefined
  await requireHeld(ctx, isRevived ? [...new Set([...before.permissions, ...added])] : added, { isChecked: isRevived || added.length > 0 })
  if (fields.expiresOn !== undefined) requireLastDay(fields.expiresOn)
  await setClient(ctx, id, fields, isSwitchedOff)
  if (isSwitchedOff) await endTokens(ctx, id)
  const removed = fields.permissions && before.permissions.filter((one) => !fields.permissions?.includes(one))
  const detail = {
    client: fields.name ?? before.name,
    fields: Object.keys(fields),
    ...(isSwitchedOff !== undefined && { isSwitchedOff }),
    ...(removed && { permissionsAdded: added, permissionsRemoved: removed }),
    ...(fields.expiresOn !== undefined && { expiresOnBefore: before.expiresOn, expiresOn: fields.expiresOn }),
  }
  await audit(ctx, 'integrationClientUpdated', { subjectId: id, detail })
  return getClient(ctx, id)
}

/** A user who gets a secret of a client can act as the client, and so must have its permissions. */
export async function rotateCredential(
  ctx: Context,
  id: string,
  { publicKey, overlapHours }: Input<typeof integrationClients.rotate>['body'],
) {
  const client = await lockClient(ctx, id)
  await requireHeld(ctx, client.permissions)
  if (overlapHours > 0 && client.credentials.length >= clientLimits.credentials)
    throw new Problem('conflict', 'Two secrets or keys are valid already. Remove the old one first.')
  const { credential, secret } = await makeCredential(client.authentication, publicKey)
  await endCredentials(ctx, id, overlapHours)
  await insertCredential(ctx, id, credential)
  if (overlapHours === 0) await endTokens(ctx, id)
  await audit(ctx, 'integrationClientRotated', { subjectId: id, detail: { client: client.name, overlapHours } })
  return { client: await getClient(ctx, id), secret }
}

type OfCredential = Input<typeof integrationClients.removeCredential>['params']

export async function removeCredential(ctx: Context, { clientId, credentialId }: OfCredential) {
  const { name } = await lockClient(ctx, clientId)
  await deleteCredential(ctx, clientId, credentialId)
  // A token does not say with which secret it was got.
  await endTokens(ctx, clientId)
  await audit(ctx, 'integrationClientCredentialRemoved', { subjectId: clientId, detail: { client: name } })
  return getClient(ctx, clientId)
}

/** A client never has more permissions than the user who gives them, and it sees every ward (MEM-4). */
async function requireHeld(ctx: Context, wanted: readonly ClientPermission[], { isChecked = true } = {}) {
  if (!isChecked) return
  const { actor } = ctx
  const missing = permissionsNotHeld(actor.permissions, wanted)
  if (missing.length > 0) {
    const labels = missing.map((one) => clientPermissionLabels[one]).join(', ')
    throw fieldProblem('permissions', `You cannot give permissions that you do not have: ${labels}.`)
  }
  if (await isLimitedToWards(ctx))
    throw fieldProblem('permissions', 'An integration client sees every ward. Ask an admin who manages the wards.')
}

function requireLastDay(day: string) {
  const message = checkLastDay(day, dateOf(new Date()))
  if (message !== undefined) throw fieldProblem('expiresOn', message)
}

/** The prefix lets scanners of source code recognise a secret that was published by mistake. */
const secretPrefix = 'fwcs_'

async function makeCredential(authentication: ClientAuthentication, publicKey: string | undefined) {
  if (authentication === 'key') {
    const key = await readPublicKey(publicKey ?? '')
    return { credential: { publicKey: key, hint: key.kid }, secret: null }
  }
  const secret = secretPrefix + randomBytes(32).toString('base64url')
  return { credential: { secretHash: hashSecret(secret), hint: secret.slice(-4) }, secret }
}
