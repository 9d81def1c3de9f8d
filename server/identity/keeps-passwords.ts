import type { Config } from '#server/config.ts'

/** Whether accounts are ours, wherever people prove who they are. */
export const keepsAccounts = ({ OIDC_MODE }: Pick<Config, 'OIDC_MODE'>) => OIDC_MODE !== 'direct'

/** Whether people choose a password here: with the provider we bring, unless they sign in by another only. */
export const keepsPasswords = (config: Pick<Config, 'OIDC_MODE' | 'LOCAL_SIGN_IN'>) =>
  keepsAccounts(config) && config.LOCAL_SIGN_IN === 'on'
