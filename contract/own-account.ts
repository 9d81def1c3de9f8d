import { z } from 'zod'

import { oneLineText, secretText, textKinds } from './fields.ts'
import { byId, done, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** The key for an authenticator app, as a QR code and as text. */
export const TotpSetup = z.object({
  secret: z.string(),
  address: z.string(),
  picture: z.object({ size: z.number().int(), path: z.string() }),
})
export type TotpSetup = z.infer<typeof TotpSetup>

/** The ways to sign in that the member has and may add. */
export const SecondFactors = z.object({
  authenticatorAddedAt: IsoMoment.nullable(),
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), addedAt: IsoMoment, lastUsedAt: IsoMoment.nullable() })),
  recoveryCodesLeft: z.number().int(),
  /** True when the organisation requires a second factor now, so the last one cannot be removed. */
  isRequired: z.boolean(),
  /** The day from which it is required; null when it is not required. */
  requiredFrom: z.iso.date().nullable(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

const name = oneLineText('Name', 60).min(1, 'Name is required.')
/** The browser's response (WebAuthn Level 3, section 5.1), verified by the server. */
const Credential = z.record(z.string().max(100), z.unknown())
const code = secretText(100)

const own = { service: 'tenants', permission: 'signed in' } as const
const ownChange = { ...own, freshProof: 'always', audit: 'verb' } as const
const base = '/tenant/member/factors'
/** Shown once; empty when the member already has codes. */
const withCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** The ways in which the signed-in member can prove their identity again. */
export const ProofMethods = z.object({
  password: z.boolean(),
  code: z.boolean(),
  /** The browser's options for a passkey; null when the member has none. */
  passkey: z.record(z.string(), z.unknown()).nullable(),
  /** The ID token of a recent sign-in, where another identity provider holds the accounts. */
  idToken: z.boolean(),
})
export type ProofMethods = z.infer<typeof ProofMethods>

/** The member's own ways to sign in. Every change needs a proof of identity from the last five minutes. */
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
    takesNoKey: 'has a secret',
    audit: 'verb',
    body: z.union([
      z.strictObject({ password: secretText() }),
      z.strictObject({ code }),
      z.strictObject({ credential: Credential }),
      z.strictObject({ idToken: secretText(20_000) }),
    ]),
    response: done,
  },
  beginTotp: {
    ...ownChange,
    method: 'POST',
    path: `${base}/totp`,
    action: 'secondFactor:add',
    takesNoKey: 'has a secret',
    response: TotpSetup,
  },
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
    takesNoKey: 'has a secret',
    response: withCodes,
  },
  beginPasskey: {
    ...ownChange,
    method: 'POST',
    path: `${base}/passkeys/options`,
    action: 'secondFactor:add',
    takesNoKey: 'has a secret',
    response: z.record(z.string(), z.unknown()),
  },
  addPasskey: {
    ...ownChange,
    method: 'POST',
    path: `${base}/passkeys`,
    action: 'secondFactor:add',
    takesNoKey: 'has a secret',
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
  /**
   * Removes the second factors of a colleague, for example after a lost phone. The colleague signs in with the password and sets up a new
   * factor where required.
   */
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

/** A session of the signed-in member. */
export const OwnSession = z.object({
  id: z.string(),
  /** The browser and device, from the latest user agent. */
  device: z.string(),
  signedInAt: IsoMoment,
  /** Accurate to the lifetime of an access token, a few minutes. */
  lastUsedAt: IsoMoment,
  /** The session of this call. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** The id is a hash of the session, so it cannot be used to sign in. */
const bySession = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Session id is not valid.') })
const ownSession = { service: 'tenants', path: '/tenant/member/sessions', permission: 'signed in' } as const
const ending = { ...ownSession, method: 'DELETE', action: 'session:end', freshProof: 'always', audit: 'verb' } as const

/** The member's own sessions, and ending them (ASVS 5 section 7.5.2). */
export const ownSessions = routes({
  /** The session of this call first, then the newest. */
  list: { ...ownSession, method: 'GET', action: 'session:list', audit: 'sessionList', response: z.object({ docs: z.array(OwnSession) }) },
  end: { ...ending, path: '/tenant/member/sessions/:id', params: bySession, response: done },
  /** Ends all sessions except the one of this call. */
  endOthers: { ...ending, response: z.object({ ended: z.number().int() }) },
})

/** The screen and the form that the text was typed into. */
const place = {
  screen: z
    .string()
    .max(500, 'Must be 500 characters or fewer.')
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'Screen is not valid.'),
  form: z.string().regex(/^[a-z][a-zA-Z-]{0,49}$/, 'Form is not valid.'),
}
/** The changed fields as JSON; only the form itself reads it. */
const content = z.string().max(60_000, 'Must be 60000 characters or fewer.').register(textKinds, { kind: 'private' })

const Draft = z.object({ ...place, content, keptAt: IsoMoment })
export type Draft = z.infer<typeof Draft>

// These are the member's own and change no records, so the audit log has no event for them.
const ownDraft = { service: 'tenants', path: '/tenant/member/drafts', permission: 'signed in', audit: 'verb' } as const

/** Unsaved text of the signed-in member (IDLE-4). */
export const drafts = routes({
  list: { ...ownDraft, method: 'GET', action: 'draft:list', response: z.object({ docs: z.array(Draft) }) },
  keep: { ...ownDraft, method: 'PUT', action: 'draft:keep', body: z.object({ ...place, content }), response: done },
  discard: { ...ownDraft, method: 'DELETE', action: 'draft:discard', query: z.object(place), response: done },
})
