import type { Config } from '#server/config.ts'

/** Whether people choose a password here: with the provider we bring, unless they sign in by another only. */
export const keepsPasswords = ({ OIDC_MODE, PASSWORDS }: Pick<Config, 'OIDC_MODE' | 'PASSWORDS'>) =>
  OIDC_MODE !== 'direct' && PASSWORDS === 'on'
