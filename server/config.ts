import { z } from 'zod'

import { findIdentityProblems, identityEnvironment, readIdentity } from './config-identity.ts'
import { findMisspelt } from './config-misspelt.ts'
import { findInsecure, findMissing, isProduction, mailFromWords, requireTls } from './config-production.ts'
import { parseSender } from './mail-sender.ts'

const flag = z.enum(['true', 'false'], { error: 'expects true or false' }).transform((text) => text === 'true')
const address = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `expects an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `expects a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error: `expects a whole number from ${min} to ${max}` })

const sender = z.string().transform((text, ctx) => {
  const parsed = parseSender(text)
  if (!parsed) ctx.addIssue({ code: 'custom', message: mailFromWords })
  return parsed ?? z.NEVER
})

/** Every variable that the server reads, with its expected value. The table of the README has the same list. */
const Environment = z.object({
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_OWNER_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  DATA_DIR: z.string().min(1).optional(),
  APP_SECRET: z.string().min(32, { error: 'expects at least 32 characters' }).optional(),
  DEMO: flag.optional(),
  ...identityEnvironment,
  NOTIFICATION_TRANSPORT: z.enum(['outbox', 'smtp'], { error: 'expects outbox or smtp' }).default('outbox'),
  OUTBOX_DAYS: whole(1, 365).default(30),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: sender.default({ name: 'Formward', address: 'no-reply@formward.example' }),
  MAIL_REPLY_TO: sender.optional(),
  ALLOW_INSECURE_ISSUER: flag.default(false),
  ALLOW_INSECURE_SMTP: flag.default(false),
  ALLOW_INSECURE_DATABASE: flag.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'expects fatal, error, warn, info, debug or silent' })
    .default('info'),
  TRUST_PROXY: flag.default(false),
  NODE_ENV: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'expects at least 16 characters' }).optional(),
})

/** A feature flag is on only if its value is the string true (PEP-2). Any other value means off. */
const featureFlags = ['PEP_LINKS', 'NHS_APP_TEMPLATES'] as const

const variableNames = [...Object.keys(Environment.shape), ...featureFlags]

export type Config = ReturnType<typeof readConfig>

/**
 * Parses the environment once at start. Throws an Error that has one line for each variable that is missing or wrong, with its name and what it
 * expects (RUN-4).
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
  const misspelt = findMisspelt(given, variableNames)
  const problems = [...findMissing(given), ...(isProduction(given) ? misspelt : [])]
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new Error([...problems, ...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)].join('\n'))
  const env = parsed.data
  problems.push(...findInsecure(env), ...findIdentityProblems(env))
  if (env.NOTIFICATION_TRANSPORT === 'smtp' && !env.SMTP_URL)
    problems.push('SMTP_URL: expects an address when NOTIFICATION_TRANSPORT is smtp')
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    problems.push('DATABASE_URL: expects the address of the application when DATABASE_OWNER_URL is set')
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  if (!canSignIn(publicUrl)) problems.push('PUBLIC_URL: expects https:// (browsers sign in over plain http on localhost only)')
  if (problems.length > 0) throw new Error(problems.join('\n'))
  // Demonstration data and the outbox never appear in production by default.
  const isDemo = env.DEMO ?? !isProduction(given)
  return {
    ...env,
    ...readIdentity(env),
    PUBLIC_URL: publicUrl.replace(/\/$/, ''),
    SMTP_URL: env.SMTP_URL && requireTls(env.SMTP_URL, env.ALLOW_INSECURE_SMTP),
    DEMO: isDemo,
    // Error messages may contain patient data, so they are logged only where there is none (DEV-3).
    LOGS_ERROR_MESSAGES:
      ['development', 'test'].includes(env.NODE_ENV ?? '') || (!env.NODE_ENV && isDemo && !publicUrl.startsWith('https:')),
    PEP_LINKS: given['PEP_LINKS'] === 'true',
    NHS_APP_TEMPLATES: given['NHS_APP_TEMPLATES'] === 'true',
    /** Warnings for the operator about values without effect. */
    warnings: misspelt,
  }
}

/** Browsers offer the cryptography for sign-in (PKCE, DPoP) only in secure contexts: https, or localhost. */
function canSignIn(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl)
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
  )
}
