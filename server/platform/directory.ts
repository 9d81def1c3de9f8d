import type { JWK } from 'jose'

import type { AuditEventType } from '#domain/audit-events.ts'
import type { Permission, Role } from '#domain/roles.ts'

import type { Actor, Context } from './context.ts'
import type { Database, Tx } from './database.ts'

/** The columns of a member that make an actor. */
export type MemberRow = { id: string; organisation_id: string; subject: string | null; first_name: string; last_name: string; role: string }

/** The claims about a member in an access token. */
export type Membership = {
  role: Role
  permissions: readonly Permission[]
  /** True if the member must sign in with a second factor. */
  isSecondFactorRequired: boolean
  /** Minutes without activity after which the session ends (IDLE-3); undefined for no limit. */
  idleMinutes: number | undefined
}

/** A person who signed in at another provider, as that provider describes them. */
export type ExternalSignIn = { issuer: string; subject: string; verifiedEmail: string }

/** The emails about an account that identity/ sends. */
export type AccountMail =
  | 'reset'
  | 'passwordChanged'
  | 'signInsFailed'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'factorsReset'

/** An integration client, as the token endpoint needs it: what it may prove itself with now. */
export type ClientRegistration = { id: string } & ({ secretHashes: string[] } | { keys: JWK[] })

/** The client of a token. `secondsToWait`: 0 unless it has made all its calls of this minute. */
export type ClientActor = { actor: Actor; secondsToWait: number }

/** What identity/ needs from integration-clients/. Each function runs in a transaction whose key is the id of the client. */
export type ClientDirectory = {
  findClientRegistration: (tx: Tx, id: string) => Promise<ClientRegistration | undefined>
  /** Counts the call. Undefined for a client that may not act, or a token that was ended. */
  findClientActor: (tx: Tx, token: { subject: string; issuedAt: number }) => Promise<ClientActor | undefined>
  recordTokenOf: (tx: Tx, id: string) => Promise<void>
}

/** What identity/ needs from the features that build on it. */
export type Directory = MemberDirectory & ClientDirectory

/**
 * What identity/ needs from members/. members/ builds on identity/ and implements this interface (server/members/directory.ts). A subject
 * is the `sub` claim of OpenID Connect.
 */
export type MemberDirectory = {
  /** The active member with this subject, in a transaction whose key is the subject. */
  findActor: (tx: Tx, subject: string) => Promise<Actor | undefined>
  toActor: (member: MemberRow) => Actor
  findMembership: (db: Database, subject: string) => Promise<Membership | undefined>
  /** The day (YYYY-MM-DD) from which a member needs a second factor, or null, and whether that day has come. */
  findSecondFactorDay: (ctx: Pick<Context, 'tx'>, memberId: string | null) => Promise<{ day: string | null; isInForce: boolean }>
  /** The subject of a member of the caller's organisation. Throws not_found. */
  getSubject: (ctx: Context, memberId: string) => Promise<string | null>
  /** Links a subject to the member who was invited under its verified address. Undefined if there is no such member. */
  linkMember: (tx: Tx, signIn: ExternalSignIn) => Promise<Actor | undefined>
  /** Writes an event to the audit log of the subject's organisation before sign-in. Undefined if no active member has the subject. */
  auditAs: (tx: Tx, subject: string, event: AuditEventType, detail: Record<string, unknown>) => Promise<Actor | undefined>
  recordAdministratorSignIn: (tx: Tx, subject: string, detail: { from: string }) => Promise<void>
  /** Queues an email to a member about their own account, in the caller's transaction. */
  queueMail: (
    ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
    mail: { memberId: string; kind: AccountMail; at?: string },
  ) => Promise<unknown>
  /** Emails the admins of the organisation after a system administrator reset a member's second factors. */
  announceFactorReset: (ctx: Context, memberId: string) => Promise<void>
}
