import type { NotificationMethod } from '#domain/notification.ts'

export type ClaimNames = { namespace: string; permissions: string; roles: string }

/** /config.json: what the staff app must know before anyone is signed in. The app of one build works with any provider. */
export type AppConfiguration = {
  /** The OpenID provider, found by discovery at `${authority}/.well-known/openid-configuration`. */
  authority: string
  clientId: string
  audience: string
  /** Where tokens hold permissions and roles for the menus (SIGN-4): `token[namespace][permissions]`. */
  claims: ClaimNames
  dpop: boolean
  /** People choose their passwords here, and not at another provider. */
  passwords: boolean
  demo: boolean
  /** Messages are kept in the house and can be read there. */
  outbox: boolean
  /** The methods by which no message can be sent, and why not, in words. */
  uncarriedMethods: Partial<Record<NotificationMethod, string>>
  flags: { pepLinks: boolean; nhsAppTemplates: boolean }
  version: string
}
