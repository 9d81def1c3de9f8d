import { z } from 'zod'

import { byId, done, IsoMoment } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText, secretText } from './text.ts'

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
  /** By the organisation, by now: the last one cannot be removed. */
  isRequired: z.boolean(),
  /** From which day on; null: none is asked for. */
  requiredFrom: z.iso.date().nullable(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

const name = oneLineText('Name', 60).min(1, 'Name is required.')
/** As the browser gives it (WebAuthn Level 3, section 5.1); only the server judges it. */
const Credential = z.record(z.string().max(100), z.unknown())
const code = secretText(100)

const own = { service: 'tenants', permission: 'signed in' } as const
const ownChange = { ...own, freshProof: 'always', audit: 'verb' } as const
const base = '/tenant/member/factors'
/** Shown once; empty for who has codes already. */
const withCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** How the signed-in member can prove again who they are. */
export const ProofMethods = z.object({
  password: z.boolean(),
  code: z.boolean(),
  /** What the browser asks for a passkey with; null: the member has none. */
  passkey: z.record(z.string(), z.unknown()).nullable(),
  /** The ID token of a sign-in at the provider within the last minutes, where accounts live elsewhere. */
  idToken: z.boolean(),
})
export type ProofMethods = z.infer<typeof ProofMethods>

/** One's own ways of signing in. Every change asks for a proof of the last five minutes. */
export const secondFactors = routes({
  read: { ...own, method: 'GET', path: base, action: 'secondFactor:read', audit: 'secondFactorsRead', response: SecondFactors },
  beginProof: {
    ...own,
    method: 'POST',
    path: `${base}/proof/methods`,
    action: 'secondFactor:prove',
    audit: 'secondFactorsRead',
    response: ProofMethods,
  },
  prove: {
    ...own,
    method: 'POST',
    path: `${base}/proof`,
    action: 'secondFactor:prove',
    audit: 'verb',
    body: z.union([
      z.strictObject({ password: secretText() }),
      z.strictObject({ code }),
      z.strictObject({ credential: Credential }),
      z.strictObject({ idToken: secretText(20_000) }),
    ]),
    response: done,
  },
  beginTotp: { ...ownChange, method: 'POST', path: `${base}/totp`, action: 'secondFactor:add', response: TotpSetup },
  addTotp: {
    ...ownChange,
    method: 'PUT',
    path: `${base}/totp`,
    action: 'secondFactor:add',
    body: z.object({ code }),
    response: withCodes,
  },
  removeTotp: { ...ownChange, method: 'DELETE', path: `${base}/totp`, action: 'secondFactor:remove', response: done },
  makeRecoveryCodes: {
    ...ownChange,
    method: 'POST',
    path: `${base}/recovery-codes`,
    action: 'secondFactor:makeCodes',
    response: withCodes,
  },
  beginPasskey: {
    ...ownChange,
    method: 'POST',
    path: `${base}/passkeys/options`,
    action: 'secondFactor:add',
    response: z.record(z.string(), z.unknown()),
  },
  addPasskey: {
    ...ownChange,
    method: 'POST',
    path: `${base}/passkeys`,
    action: 'secondFactor:add',
    body: z.object({ name, credential: Credential }),
    response: withCodes,
  },
  renamePasskey: {
    ...ownChange,
    method: 'PATCH',
    path: `${base}/passkeys/:id`,
    action: 'secondFactor:rename',
    params: byId,
    body: z.object({ name }),
    response: done,
  },
  removePasskey: {
    ...ownChange,
    method: 'DELETE',
    path: `${base}/passkeys/:id`,
    action: 'secondFactor:remove',
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
    freshProof: 'always',
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
    freshProof: { body: { isRequired: [false] } },
    audit: 'verb',
    body: z.object({ isRequired: z.boolean() }),
    response: done,
  },
})
