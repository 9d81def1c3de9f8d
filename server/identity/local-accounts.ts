import type { Config } from '#server/config.ts'

/** Whether the accounts are in this database, and not at another provider. */
export const hasLocalAccounts = ({ OIDC_MODE }: Pick<Config, 'OIDC_MODE'>) => OIDC_MODE !== 'direct'

/** The account for the day the upstream provider is lost, or in other hands: it has a password here whatever else is configured. */
export const isBreakGlassAccount = ({ BREAK_GLASS_ACCOUNT }: Pick<Config, 'BREAK_GLASS_ACCOUNT'>, emailAddress: string) =>
  emailAddress.toLowerCase() === BREAK_GLASS_ACCOUNT?.toLowerCase()

/** Whether this account has a password here. */
export const mayHavePassword = (config: Pick<Config, 'OIDC_MODE' | 'LOCAL_SIGN_IN' | 'BREAK_GLASS_ACCOUNT'>, emailAddress: string) =>
  hasLocalPassword(config) || isBreakGlassAccount(config, emailAddress)

/** Whether people choose a password here: with the provider we bring, unless they sign in by another only. */
export const hasLocalPassword = (config: Pick<Config, 'OIDC_MODE' | 'LOCAL_SIGN_IN'>) =>
  hasLocalAccounts(config) && config.LOCAL_SIGN_IN === 'on'
