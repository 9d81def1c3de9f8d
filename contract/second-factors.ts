import { z } from 'zod'

import { byId, done, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** What an authenticator app is set up with: to photograph, or to type. */
export const TotpSetup = z.object({
  secret: z.string(),
  address: z.string(),
  picture: z.object({ size: z.number().int(), path: z.string() }),
})
export type TotpSetup = z.infer<typeof TotpSetup>

/** How somebody signs in, and what they may still add. */
export const SecondFactors = z.object({
  authenticatorAddedAt: IsoMoment.nullable(),
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), addedAt: IsoMoment, lastUsedAt: IsoMoment.nullable() })),
  recoveryCodesLeft: z.number().int(),
  /** By the organisation: the last one cannot be removed. */
  isRequired: z.boolean(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

const name = z.string().trim().min(1, 'Name is required.').max(60, 'Name must be 60 characters or fewer.')
/** As the browser gives it (WebAuthn Level 3, section 5.1); only the server judges it. */
const Credential = z.record(z.string().max(100), z.unknown())
const code = z.string().max(100)

const own = { service: 'tenants', permission: 'signed in' } as const
const base = '/tenant/member/factors'
/** Shown once; empty for who has codes already. */
const withCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** One's own ways of signing in. Every change asks for a proof of the last five minutes. */
export const secondFactors = routes({
  read: { ...own, method: 'GET', path: base, action: 'secondFactor:read', audit: 'secondFactorsRead', response: SecondFactors },
  prove: {
    ...own,
    method: 'POST',
    path: `${base}/proof`,
    action: 'secondFactor:prove',
    audit: 'verb',
    body: z.object({ password: z.string().max(1_024).optional(), code: code.optional() }),
    response: done,
  },
  beginTotp: { ...own, method: 'POST', path: `${base}/totp`, action: 'secondFactor:add', audit: 'verb', response: TotpSetup },
  addTotp: {
    ...own,
    method: 'PUT',
    path: `${base}/totp`,
    action: 'secondFactor:add',
    audit: 'verb',
    body: z.object({ code }),
    response: withCodes,
  },
  removeTotp: { ...own, method: 'DELETE', path: `${base}/totp`, action: 'secondFactor:remove', audit: 'verb', response: done },
  makeRecoveryCodes: {
    ...own,
    method: 'POST',
    path: `${base}/recovery-codes`,
    action: 'secondFactor:makeCodes',
    audit: 'verb',
    response: withCodes,
  },
  beginPasskey: {
    ...own,
    method: 'POST',
    path: `${base}/passkeys/options`,
    action: 'secondFactor:add',
    audit: 'verb',
    response: z.record(z.string(), z.unknown()),
  },
  addPasskey: {
    ...own,
    method: 'POST',
    path: `${base}/passkeys`,
    action: 'secondFactor:add',
    audit: 'verb',
    body: z.object({ name, credential: Credential }),
    response: withCodes,
  },
  renamePasskey: {
    ...own,
    method: 'PATCH',
    path: `${base}/passkeys/:id`,
    action: 'secondFactor:rename',
    audit: 'verb',
    params: byId,
    body: z.object({ name }),
    response: done,
  },
  removePasskey: {
    ...own,
    method: 'DELETE',
    path: `${base}/passkeys/:id`,
    action: 'secondFactor:remove',
    audit: 'verb',
    params: byId,
    response: done,
  },
  /** For a colleague who lost the phone: they sign in with the password, and set up anew where it is demanded. */
  reset: {
    service: 'tenants',
    organisation: 'id',
    method: 'DELETE',
    path: '/tenant/:id/members/:memberId/factors',
    action: 'secondFactor:reset',
    permission: ['member:update'],
    audit: 'verb',
    params: byId.extend({ memberId: z.uuid() }),
    response: done,
  },
  /** The system administrators' own organisation has no screen of settings. */
  require: {
    service: 'tenants',
    method: 'PUT',
    path: '/tenant/administrators/factors',
    action: 'secondFactor:require',
    permission: ['admin::*'],
    audit: 'verb',
    body: z.object({ isRequired: z.boolean() }),
    response: done,
  },
})
