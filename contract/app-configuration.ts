export type ClaimNames = { namespace: string; permissions: string; roles: string }

/** /config.json: what the staff app needs before sign-in. One build of the app works with any identity provider. */
export type AppConfiguration = {
  /** The OpenID provider, found by discovery at `${authority}/.well-known/openid-configuration`. */
  authority: string
  clientId: string
  audience: string
  /** What the app asks the provider for (OpenID Connect Core section 3.1.2.1). */
  scope: string
  /** The accounts are with another provider, whose tokens the API takes. */
  isExternal: boolean
  /** Where tokens hold permissions and roles for the menus (SIGN-4): `token[namespace][permissions]`. */
  claims: ClaimNames
  dpop: boolean
  /** Users have their passwords with the embedded provider, not with another identity provider. */
  passwords: boolean
  demo: boolean
  /** Messages are stored in the outbox and not sent. */
  outbox: boolean
  flags: { pepLinks: boolean; nhsAppTemplates: boolean }
  version: string
}
