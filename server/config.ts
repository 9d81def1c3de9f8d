import { z } from 'zod'

import { checkIdentity, identityEnvironment } from './config-identity.ts'

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

/** Every variable the server reads, with what it expects (the README's table is made from the same list). */
const Environment = z.object({
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  DATA_DIR: z.string().min(1).optional(),
  APP_SECRET: z.string().min(32, { error: 'expects at least 32 characters' }).optional(),
  DEMO: flag.optional(),
  ...identityEnvironment,
  NOTIFICATION_TRANSPORT: z.enum(['outbox', 'smtp'], { error: 'expects outbox or smtp' }).default('outbox'),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.email({ error: 'expects an e-mail address' }).default('no-reply@formward.example'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'expects fatal, error, warn, info, debug or silent' })
    .default('info'),
  TRUST_PROXY: flag.default(false),
  METRICS_TOKEN: z.string().min(16, { error: 'expects at least 16 characters' }).optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Parses the environment once at start. Throws an Error whose message is one line naming the variable and what it expects (RUN-4). */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new Error(`${path.join('.')}: ${message}`)
  }
  const env = parsed.data
  if (env.NOTIFICATION_TRANSPORT === 'smtp' && !env.SMTP_URL)
    throw new Error('SMTP_URL: expects an address when NOTIFICATION_TRANSPORT is smtp')
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  if (!canSignIn(publicUrl)) throw new Error('PUBLIC_URL: expects https:// (browsers sign in over plain http on localhost only)')
  return {
    ...env,
    ...checkIdentity(env),
    PUBLIC_URL: publicUrl.replace(/\/$/, ''),
    // Demo people and their outbox never appear in a database of one's own unless asked for.
    DEMO: env.DEMO ?? !env.DATABASE_URL,
    // Feature flags are on only if the value is the string true (PEP-2).
    PEP_LINKS: environment['PEP_LINKS'] === 'true',
    NHS_APP_TEMPLATES: environment['NHS_APP_TEMPLATES'] === 'true',
  }
}

/** Browsers keep the cryptography that signing in needs (PKCE, DPoP) to secure contexts: https, or this very machine. */
function canSignIn(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl)
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
  )
}
