import { createPrivateKey } from 'node:crypto'

import { z } from 'zod'

const text = z.string().min(1)
const provider = z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
  error: 'expects an address starting with http:// or https://',
})
const scopes = z.string().regex(/^openid( \S+)*$/, { error: 'expects openid and further scopes with single spaces between' })
const onOrOff = z.enum(['on', 'off'], { error: 'expects on or off' })

/** How people sign in: every variable, with what it expects. */
export const identityEnvironment = {
  OIDC_MODE: z.enum(['embedded', 'direct', 'broker'], { error: 'expects embedded, direct or broker' }).optional(),
  OIDC_ISSUER: provider.optional(),
  OIDC_CLIENT_ID: text.default('forms-spa'),
  OIDC_AUDIENCE: text.default('https://formward.example/api'),
  OIDC_SCOPE: scopes.optional(),
  OIDC_SUBJECT_CLAIM: text.optional(),
  OIDC_EMAIL_CLAIM: text.optional(),
  OIDC_EMAIL_VERIFIED_CLAIM: text.optional(),
  OIDC_CLAIMS_NAMESPACE: text.default('https://formward.example/claims'),
  OIDC_PERMISSIONS_CLAIM: text.default('forms-permissions'),
  OIDC_ROLES_CLAIM: text.default('forms-roles'),
  DPOP: onOrOff.default('on'),
  UPSTREAM_ISSUER: provider.optional(),
  UPSTREAM_CLIENT_ID: text.optional(),
  UPSTREAM_CLIENT_AUTH: z
    .enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt'], {
      error: 'expects client_secret_basic, client_secret_post or private_key_jwt',
    })
    .default('client_secret_basic'),
  UPSTREAM_CLIENT_SECRET: text.optional(),
  UPSTREAM_CLIENT_KEY: z.string().refine(isPrivateKey, { error: 'expects a private key in PEM (PKCS #8), RSA or P-256' }).optional(),
  UPSTREAM_NAME: text.max(60).default('your organisation’s account'),
  UPSTREAM_SCOPE: scopes.default('openid profile email'),
  UPSTREAM_EMAIL_CLAIM: text.default('email'),
  UPSTREAM_EMAIL_VERIFIED_CLAIM: text.default('email_verified'),
  UPSTREAM_FRESH_LOGIN: onOrOff.default('on'),
  LOCAL_SIGN_IN: onOrOff.default('on'),
  BREAK_GLASS_ACCOUNT: z.email({ error: 'expects an email address' }).optional(),
}

type Environment = z.infer<z.ZodObject<typeof identityEnvironment>>

const onlyDirect = ['OIDC_ISSUER', 'OIDC_SCOPE', 'OIDC_SUBJECT_CLAIM', 'OIDC_EMAIL_CLAIM', 'OIDC_EMAIL_VERIFIED_CLAIM'] as const

const modeOf = (env: Environment) => env.OIDC_MODE ?? (env.OIDC_ISSUER ? 'direct' : 'embedded')

/** One line for each variable that is missing in its mode, or that this mode ignores. */
export function findIdentityProblems(env: Environment): string[] {
  const mode = modeOf(env)
  const problems: string[] = []
  if (mode === 'direct' && !env.OIDC_ISSUER)
    problems.push('OIDC_ISSUER: expects the address of your OpenID provider when OIDC_MODE is direct')
  for (const name of onlyDirect) if (mode !== 'direct' && env[name]) problems.push(`${name}: expects to be empty when OIDC_MODE is ${mode}`)
  if (mode !== 'broker' && env.UPSTREAM_ISSUER) problems.push('UPSTREAM_ISSUER: expects to be empty unless OIDC_MODE is broker')
  if (mode !== 'broker' && env.LOCAL_SIGN_IN === 'off') problems.push('LOCAL_SIGN_IN: expects on unless OIDC_MODE is broker')
  // The audience of an ID token is the client. If both were the same, the API would accept an ID token.
  if (env.OIDC_AUDIENCE === env.OIDC_CLIENT_ID) problems.push('OIDC_AUDIENCE: expects a value other than that of OIDC_CLIENT_ID')
  return mode === 'broker' ? [...problems, ...findUpstreamProblems(env)] : problems
}

function findUpstreamProblems(env: Environment) {
  const problems: string[] = []
  if (!env.UPSTREAM_ISSUER) problems.push('UPSTREAM_ISSUER: expects the address of the OpenID provider that knows your staff')
  if (!env.UPSTREAM_CLIENT_ID) problems.push('UPSTREAM_CLIENT_ID: expects the name of the client at UPSTREAM_ISSUER')
  if (!secretOf(env))
    problems.push(
      `UPSTREAM_CLIENT_${env.UPSTREAM_CLIENT_AUTH === 'private_key_jwt' ? 'KEY' : 'SECRET'}: expects a value when UPSTREAM_CLIENT_AUTH is ${env.UPSTREAM_CLIENT_AUTH}`,
    )
  return problems
}

const secretOf = (env: Environment) =>
  env.UPSTREAM_CLIENT_AUTH === 'private_key_jwt' ? env.UPSTREAM_CLIENT_KEY : env.UPSTREAM_CLIENT_SECRET

/** The sign-in configuration, from checked variables. */
export function readIdentity(env: Environment) {
  const OIDC_MODE = modeOf(env)
  return {
    OIDC_MODE,
    upstream: OIDC_MODE === 'broker' ? readUpstream(env) : undefined,
    direct: OIDC_MODE === 'direct' ? readDirect(env) : undefined,
  }
}

export type Direct = ReturnType<typeof readDirect>

/** The provider whose tokens the API takes (OIDC_MODE=direct). Without `offline_access` many providers give no refresh token. */
const readDirect = (env: Environment) => ({
  issuer: env.OIDC_ISSUER!, // findIdentityProblems has checked it
  scope: env.OIDC_SCOPE ?? 'openid profile email offline_access',
  claims: {
    subject: env.OIDC_SUBJECT_CLAIM ?? 'sub',
    email: env.OIDC_EMAIL_CLAIM ?? 'email',
    isVerified: env.OIDC_EMAIL_VERIFIED_CLAIM ?? 'email_verified',
  },
})

export type Upstream = ReturnType<typeof readUpstream>

/** The upstream provider of the staff accounts (OIDC_MODE=broker). */
const readUpstream = (env: Environment) => ({
  issuer: env.UPSTREAM_ISSUER!, // findUpstreamProblems has checked these three
  clientId: env.UPSTREAM_CLIENT_ID!,
  secret: secretOf(env)!,
  isPlain: env.UPSTREAM_ISSUER!.startsWith('http:'),
  auth: env.UPSTREAM_CLIENT_AUTH,
  name: env.UPSTREAM_NAME,
  scope: env.UPSTREAM_SCOPE,
  emailClaim: env.UPSTREAM_EMAIL_CLAIM,
  isVerifiedClaim: env.UPSTREAM_EMAIL_VERIFIED_CLAIM,
  isFreshLoginAsked: env.UPSTREAM_FRESH_LOGIN === 'on',
})

function isPrivateKey(pem: string) {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' || (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1')
  } catch {
    return false
  }
}
