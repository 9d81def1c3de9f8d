import type { AuditEventType } from '#domain/audit-events.ts'
import type { Permission, Role } from '#domain/roles.ts'

import type { Actor, Context } from './context.ts'
import type { Database, Tx } from './database.ts'

/** What a token says about its member. */
export type Membership = {
  role: Role
  permissions: readonly Permission[]
  /** Whether a password alone is no longer enough. */
  isSecondFactorRequired: boolean
  /** Minutes without activity after which the session ends (IDLE-3); undefined for no limit. */
  idleMinutes: number | undefined
}

/** Somebody who has signed in at another provider, as that provider describes them. */
export type ExternalSignIn = { issuer: string; subject: string; emailAddress: string; isEmailVerified: boolean }

/** The e-mails about an account that identity/ causes. */
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

/**
 * The members behind the accounts: all that identity/ asks of members/, which builds on identity/ and implements this
 * (server/members/directory.ts). A subject is the `sub` claim of OpenID Connect.
 */
export type Directory = {
  /** The active member with this subject, in a transaction whose key is the subject. */
  findActor: (tx: Tx, subject: string) => Promise<Actor | undefined>
  findMembership: (db: Database, subject: string) => Promise<Membership | undefined>
  /** In a transaction whose key is the subject. */
  isSecondFactorRequired: (tx: Tx, subject: string) => Promise<boolean>
  /** The day (YYYY-MM-DD) from which a member signs in with a second factor, null for never, and whether it has come. */
  findSecondFactorDay: (ctx: Pick<Context, 'tx'>, memberId: string | null) => Promise<{ day: string | null; isInForce: boolean }>
  /** The subject of a member of the caller's organisation. Throws not_found. */
  getSubject: (ctx: Context, memberId: string) => Promise<string | null>
  /** Links a subject to the member who was invited under its verified address; undefined for everybody else. */
  linkMember: (tx: Tx, signIn: ExternalSignIn) => Promise<Actor | undefined>
  /** Writes into the audit log of the subject's organisation before anybody is signed in; undefined when no active member has the subject. */
  auditAs: (tx: Tx, subject: string, event: AuditEventType, detail: Record<string, unknown>) => Promise<Actor | undefined>
  recordAdministratorSignIn: (tx: Tx, subject: string, detail: { from: string }) => Promise<void>
  /** Queues an e-mail to a member about their own account, in the caller's transaction. */
  queueMail: (
    ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
    mail: { memberId: string; kind: AccountMail; at?: string },
  ) => Promise<unknown>
  /** Tells the organisation's administrators that somebody outside it reset a member's second factors. */
  announceFactorReset: (ctx: Context, memberId: string) => Promise<void>
}
