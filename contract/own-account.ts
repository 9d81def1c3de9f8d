import { z } from 'zod'

import { oneLineText, secretText, textKinds } from './fields.ts'
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

/** A place where the member is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  /** Browser and device in words, as the browser last named them. */
  device: z.string(),
  signedInAt: IsoMoment,
  /** To within the few minutes that an access token lives. */
  lastUsedAt: IsoMoment,
  /** The one that this call came from. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** As the server names a session: a hash, which opens nothing. */
const bySession = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Session id is not valid.') })
const ownSession = { service: 'tenants', path: '/tenant/member/sessions', permission: 'signed in' } as const
const ending = { ...ownSession, method: 'DELETE', action: 'session:end', freshProof: 'always', audit: 'verb' } as const

/** Where one is signed in, and signing out there (ASVS 5 section 7.5.2). */
export const ownSessions = routes({
  /** The one that the call comes from first, then the newest. */
  list: { ...ownSession, method: 'GET', action: 'session:list', audit: 'sessionList', response: z.object({ docs: z.array(OwnSession) }) },
  end: { ...ending, path: '/tenant/member/sessions/:id', params: bySession, response: done },
  /** All but the one that the call comes from. */
  endOthers: { ...ending, response: z.object({ ended: z.number().int() }) },
})

/** The form of a screen that something was typed into. */
const place = {
  screen: z
    .string()
    .max(500, 'Must be 500 characters or fewer.')
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'Screen is not valid.'),
  form: z.string().regex(/^[a-z][a-zA-Z-]{0,49}$/, 'Form is not valid.'),
}
/** JSON of the changed fields; only the form itself can read it. */
const content = z.string().max(60_000, 'Must be 60000 characters or fewer.').register(textKinds, { kind: 'private' })

const Draft = z.object({ ...place, content, keptAt: IsoMoment })
export type Draft = z.infer<typeof Draft>

// One's own and nobody else's, and no act on anything: the log says nothing of it.
const ownDraft = { service: 'tenants', path: '/tenant/member/drafts', permission: 'signed in', audit: 'verb' } as const

/** What the signed-in member has typed and not saved (IDLE-4). */
export const drafts = routes({
  list: { ...ownDraft, method: 'GET', action: 'draft:list', response: z.object({ docs: z.array(Draft) }) },
  keep: { ...ownDraft, method: 'PUT', action: 'draft:keep', body: z.object({ ...place, content }), response: done },
  discard: { ...ownDraft, method: 'DELETE', action: 'draft:discard', query: z.object(place), response: done },
})
