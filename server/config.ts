import { createPrivateKey } from 'node:crypto'

import { z } from 'zod'

import { notifyKeyPattern } from '#domain/message-provider-rules.ts'
import { parsePlanFields } from '#domain/routing-plan.ts'
import { isIsoDate } from '#domain/dates.ts'
import { recordServiceBatch } from '#domain/record-service.ts'

import { findIdentityProblems, identityEnvironment, readIdentity } from './config-identity.ts'
import { findInsecure, findMissing, isLoopback, isProduction, mailFromWords, requireTls } from './config-production.ts'
import { readSecretFiles, secretFileVariables } from './config-secret-files.ts'
import { findAddressProblem } from './platform/database-address.ts'

const flag = z.enum(['true', 'false'], { error: 'expects true or false' }).transform((text) => text === 'true')
const address = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `expects an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
const addressOf = (wanted: 'primary' | 'standby') =>
  z.string().superRefine((text, ctx) => {
    const message = findAddressProblem(text, wanted)
    if (message) ctx.addIssue({ code: 'custom', message })
  })
const [databaseAddress, standbyAddress] = [addressOf('primary'), addressOf('standby')]
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `expects a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error: `expects a whole number from ${min} to ${max}` })

/** `2026-06-11,2027-01-04`: bank holidays that were proclaimed after this version was written. */
const days = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isIsoDate), { error: 'expects dates such as 2026-06-11, separated by commas' })

const sender = z.string().transform((text, ctx) => {
  const parsed = parseSender(text)
  if (!parsed) ctx.addIssue({ code: 'custom', message: mailFromWords })
  return parsed ?? z.NEVER
})

/** Where to report a vulnerability, the preferred one first, as RFC 9116 2.5.3 writes them. */
const securityContacts = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every((one) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+\S+)$/.test(one) && URL.canParse(one)), {
    error: 'expects addresses that start with mailto:, https:// or tel:+, separated by commas',
  })

/** Any UUID: the general routing plans of NHS Notify have no version. */
const uuidOf = (provider: string) => z.guid({ error: `expects a UUID, as ${provider} shows it` })
const uuid = uuidOf('GOV.UK Notify')

/** A file of variables often holds a key in one line, with `\\n` for each line break. */
const privateKey = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine(isRsaKey, { error: 'expects an RSA private key in PEM (PKCS #8)' })

export function isRsaKey(text: string) {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** The fields of a routing plan, for example `form_link = ((link)) 200; first_name = ((firstName))`. */
const planFields = z.string().transform((text, ctx) => {
  const parsed = parsePlanFields(text)
  if ('problem' in parsed) ctx.addIssue({ code: 'custom', message: parsed.problem })
  return 'problem' in parsed ? z.NEVER : parsed.fields
})

/** What messages are sent by. */
const transports = ['outbox', 'smtp', 'govuk-notify', 'nhs-notify'] as const
export type Transport = (typeof transports)[number]

const transportWords = `expects outbox, or one or more of ${transports.filter((one) => one !== 'outbox').join(', ')}, separated by commas`
const transportList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))])
  .pipe(z.array(z.enum(transports, { error: transportWords })).min(1, { error: transportWords }))
  .refine((list) => list.length === 1 || !list.includes('outbox'), { error: transportWords })

/** Every variable that the server reads, with its expected value. The table of the README has the same list. */
const Environment = z.object({
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_READ_URL: standbyAddress.optional(),
  DATABASE_POOL: whole(2, 200).default(10),
  DRAIN_SECONDS: whole(0, 120).default(0),
  SHARED_BUFFERS_MB: whole(16, 65_536).optional(),
  DATA_DIR: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['https:', 'http:']).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]+(,[^=,\s]+=[^,]+)*$/, { error: 'expects name=value pairs separated by commas' })
    .optional(),
  APP_SECRET: z.string().min(32, { error: 'expects at least 32 characters' }).optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, { error: 'expects the secret that APP_SECRET replaces' }).optional(),
  DEMO: flag.optional(),
  ...identityEnvironment,
  NOTIFICATION_TRANSPORT: transportList.default(['outbox']),
  OUTBOX_DAYS: whole(1, 365).default(30),
  EXTRA_BANK_HOLIDAYS: days.default([]),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: sender.default({ name: 'Formward', address: 'no-reply@formward.example' }),
  MAIL_REPLY_TO: sender.optional(),
  SMTP_PER_MINUTE: whole(60, 100_000).default(600),
  GOVUK_NOTIFY_URL: address(['https:', 'http:']).default('https://api.notifications.service.gov.uk'),
  GOVUK_NOTIFY_API_KEY: z
    .string()
    .regex(notifyKeyPattern, { error: 'expects an API key of GOV.UK Notify, which ends with two UUIDs' })
    .optional(),
  GOVUK_NOTIFY_SMS_TEMPLATE: uuid.optional(),
  GOVUK_NOTIFY_EMAIL_TEMPLATE: uuid.optional(),
  GOVUK_NOTIFY_SMS_SENDER: uuid.optional(),
  GOVUK_NOTIFY_EMAIL_REPLY_TO: uuid.optional(),
  GOVUK_NOTIFY_PER_MINUTE: whole(60, 100_000).default(3_000),
  GOVUK_NOTIFY_CALLBACK_TOKEN: z.string().min(16, { error: 'expects at least 16 characters' }).optional(),
  NHS_NOTIFY_URL: address(['https:', 'http:']).default('https://api.service.nhs.uk/comms'),
  NHS_NOTIFY_TOKEN_URL: address(['https:', 'http:']).default('https://api.service.nhs.uk/oauth2/token'),
  NHS_NOTIFY_API_KEY: z.string().min(1).optional(),
  NHS_NOTIFY_KEY_ID: z.string().min(1).optional(),
  NHS_NOTIFY_PRIVATE_KEY: privateKey.optional(),
  NHS_NOTIFY_APPLICATION_ID: z.string().min(1).optional(),
  NHS_NOTIFY_CALLBACK_KEY: z.string().min(16, { error: 'expects at least 16 characters' }).optional(),
  NHS_NOTIFY_CONTACT_DETAILS: flag.default(false),
  NHS_NOTIFY_ODS_CODE: flag.default(false),
  NHS_NOTIFY_NHS_APP_PLAN: uuidOf('NHS Notify').default('00000000-0000-0000-0000-000000000001'),
  NHS_NOTIFY_EMAIL_PLAN: uuidOf('NHS Notify').default('00000000-0000-0000-0000-000000000002'),
  NHS_NOTIFY_SMS_PLAN: uuidOf('NHS Notify').default('00000000-0000-0000-0000-000000000003'),
  NHS_NOTIFY_NHS_APP_FIELDS: planFields.optional(),
  NHS_NOTIFY_EMAIL_FIELDS: planFields.optional(),
  NHS_NOTIFY_SMS_FIELDS: planFields.optional(),
  NHS_NOTIFY_PER_MINUTE: whole(60, 100_000).default(3_000),
  NHS_LOGIN_ISSUER: address(['https:', 'http:']).optional(),
  NHS_LOGIN_KEYS_URL: address(['https:', 'http:']).optional(),
  NHS_LOGIN_AUDIENCE: z.string().min(1).optional(),
  NHS_APP_FEED_ISSUER: address(['https:', 'http:']).optional(),
  NHS_APP_FEED_KEYS_URL: address(['https:', 'http:']).optional(),
  NHS_APP_FEED_AUDIENCE: z.string().min(1).optional(),
  NHS_APP_FEED_PATH: z
    .string()
    .regex(/^(\/[\w.-]+)+$/, { error: 'expects a path such as /FHIR/R4' })
    .default('/FHIR/R4'),
  RECORD_SERVICE_URL: address(['https:', 'http:']).optional(),
  RECORD_SERVICE_API_KEY: z.string().min(1).optional(),
  RECORD_SERVICE_CLIENT_ID: z.string().min(1).optional(),
  RECORD_SERVICE_BATCH: whole(1, recordServiceBatch).default(recordServiceBatch),
  ALLOW_INSECURE_ISSUER: flag.default(false),
  ALLOW_INSECURE_SMTP: flag.default(false),
  ALLOW_PRIVATE_SMTP: flag.default(false),
  ALLOW_PRIVATE_PEP: flag.default(false),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  ALLOW_INSECURE_DATABASE: flag.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { error: 'expects fatal, error, warn, info, debug or silent' })
    .default('info'),
  TRUST_PROXY: flag.default(false),
  NODE_ENV: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'expects at least 16 characters' }).optional(),
  SECURITY_CONTACT: securityContacts.optional(),
})

/** A feature flag is on only if its value is the string true (PEP-2). Any other value means off. */
const featureFlags = ['PEP_LINKS', 'NHS_APP_TEMPLATES'] as const

const isOn = (given: Record<string, string>, flag: (typeof featureFlags)[number]) => given[flag] === 'true'

/** The name of every variable that the server reads. */
export const variableNames = [...Object.keys(Environment.shape), ...featureFlags, ...secretFileVariables]

export type Config = ReturnType<typeof readConfig>

/**
 * Parses the environment once at start. Throws an Error that has one line for each variable that is missing or wrong, with its name and what it
 * expects (RUN-4).
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = readSecretFiles(
    Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')),
  )
  const misspelt = findMisspelt(given, variableNames)
  const problems = [...findMissing(given), ...(isProduction(given) ? misspelt : [])]
  const parsed = Environment.safeParse(given)
  if (!parsed.success)
    throw new Error([...problems, ...parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)].join('\n'))
  const env = parsed.data
  problems.push(...findInsecure(env), ...findIdentityProblems(env))
  problems.push(...findIncompleteTransports(env, given), ...findIncompleteNhsApp(env))
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (env[name] && !env.DATABASE_URL) problems.push(`DATABASE_URL: expects the address of the application when ${name} is set`)
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
    PEP_LINKS: isOn(given, 'PEP_LINKS'),
    NHS_APP_TEMPLATES: isOn(given, 'NHS_APP_TEMPLATES'),
    /** Warnings for the operator about values without effect. */
    warnings: misspelt,
  }
}

/** One line for each variable that a chosen transport needs and does not have. */
function findIncompleteTransports(env: z.output<typeof Environment>, given: Record<string, string>): string[] {
  const isChosen = (one: Transport) => env.NOTIFICATION_TRANSPORT.includes(one)
  const problems: string[] = []
  if (isChosen('smtp') && !env.SMTP_URL) problems.push('SMTP_URL: expects an address when NOTIFICATION_TRANSPORT has smtp')
  if (isChosen('govuk-notify') && !env.GOVUK_NOTIFY_API_KEY)
    problems.push('GOVUK_NOTIFY_API_KEY: expects an API key when NOTIFICATION_TRANSPORT has govuk-notify')
  if (isChosen('govuk-notify') && !env.GOVUK_NOTIFY_SMS_TEMPLATE && !env.GOVUK_NOTIFY_EMAIL_TEMPLATE)
    problems.push('GOVUK_NOTIFY_SMS_TEMPLATE: expects the id of a template whose text is ((body)), or set GOVUK_NOTIFY_EMAIL_TEMPLATE')
  const hasPartOfKey = env.NHS_NOTIFY_API_KEY ?? env.NHS_NOTIFY_KEY_ID ?? env.NHS_NOTIFY_PRIVATE_KEY
  if (isChosen('nhs-notify') && (hasPartOfKey || !isOpenAccess(env.NHS_NOTIFY_URL)))
    for (const name of ['NHS_NOTIFY_API_KEY', 'NHS_NOTIFY_KEY_ID', 'NHS_NOTIFY_PRIVATE_KEY'] as const)
      if (!env[name]) problems.push(`${name}: expects a value when NOTIFICATION_TRANSPORT has nhs-notify`)
  if (env.NHS_NOTIFY_CALLBACK_KEY && !env.NHS_NOTIFY_APPLICATION_ID)
    problems.push('NHS_NOTIFY_APPLICATION_ID: expects a value when NHS_NOTIFY_CALLBACK_KEY is set')
  if (isChosen('nhs-notify') && !env.NHS_NOTIFY_CONTACT_DETAILS && !isOn(given, 'NHS_APP_TEMPLATES'))
    problems.push('NHS_APP_TEMPLATES: expects true when NOTIFICATION_TRANSPORT has nhs-notify, or set NHS_NOTIFY_CONTACT_DETAILS')
  const invitesColleagues = isChosen('outbox') || isChosen('smtp') || (isChosen('govuk-notify') && env.GOVUK_NOTIFY_EMAIL_TEMPLATE)
  if (!invitesColleagues)
    problems.push(
      'NOTIFICATION_TRANSPORT: expects smtp too, or govuk-notify with GOVUK_NOTIFY_EMAIL_TEMPLATE, to invite colleagues by email',
    )
  return problems
}

/** The feed and the Record Service need all their variables, or none of them. */
const nhsAppVariables = {
  feed: [
    'NHS_LOGIN_ISSUER',
    'NHS_LOGIN_KEYS_URL',
    'NHS_LOGIN_AUDIENCE',
    'NHS_APP_FEED_ISSUER',
    'NHS_APP_FEED_KEYS_URL',
    'NHS_APP_FEED_AUDIENCE',
  ],
  recordService: ['RECORD_SERVICE_URL', 'RECORD_SERVICE_API_KEY', 'RECORD_SERVICE_CLIENT_ID'],
} as const

function findIncompleteNhsApp(env: z.output<typeof Environment>) {
  const problems = Object.values(nhsAppVariables).flatMap((names: readonly (keyof typeof env)[]) => {
    const [given] = names.filter((name) => env[name] !== undefined)
    return given === undefined
      ? []
      : names.filter((name) => env[name] === undefined).map((name) => `${name}: expects a value when ${given} is set`)
  })
  // Otherwise the token of a patient would be taken for that of the caller.
  if (env.NHS_APP_FEED_AUDIENCE !== undefined && env.NHS_APP_FEED_AUDIENCE === env.NHS_LOGIN_AUDIENCE)
    problems.push('NHS_APP_FEED_AUDIENCE: expects a value other than that of NHS_LOGIN_AUDIENCE')
  return problems
}

/** The sandbox of NHS Notify takes calls without a token (https://digital.nhs.uk/developer/api-catalogue/nhs-notify), also on this machine. */
function isOpenAccess(nhsNotifyUrl: string) {
  const { hostname } = new URL(nhsNotifyUrl)
  return hostname.startsWith('sandbox.') || isLoopback(hostname)
}

/** Browsers offer the cryptography for sign-in (PKCE, DPoP) only in secure contexts: https, or localhost. */
function canSignIn(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl)
  return (
    protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
  )
}

type MailSender = { name: string; address: string }

const email = z.email()
/** Control characters could end a header. The other characters have a meaning in one. */
const forbiddenInName = /[\p{Cc}\p{Zl}\p{Zp}<>"\\]/u

/** `forms@example.nhs.uk` or `Northbury Hospitals <forms@example.nhs.uk>`. Undefined for any other form. */
function parseSender(text: string): MailSender | undefined {
  const [, quoted, plain, inBrackets] = /^(?:"([^"]*)"|([^"<>]*))\s*<([^<>]*)>$/.exec(text.trim()) ?? []
  const name = (quoted ?? plain ?? '').trim()
  const address = inBrackets ?? text.trim()
  return email.safeParse(address).success && !forbiddenInName.test(name) ? { name, address } : undefined
}

/** Variables with these prefixes are probably meant for Formward. */
const families = [
  'ALLOW_INSECURE_',
  'ALLOW_PRIVATE_',
  'DATABASE_',
  'GOVUK_NOTIFY_',
  'MAIL_',
  'NHS_APP_FEED_',
  'NHS_LOGIN_',
  'NHS_NOTIFY_',
  'NOTIFICATION_',
  'OIDC_',
  'OUTBOX_',
  'RECORD_SERVICE_',
  'SMTP_',
  'UPSTREAM_',
]

/** Shorter names resemble those of other programs: PORT and PATH, HOST and POST. */
const shortestCompared = 6

/** Kubernetes sets these in every container for a service called, for example, "database" or "smtp". */
const isOfKubernetes = (name: string, value: string) =>
  /_SERVICE_(HOST|PORT)|_PORT_\d+_(TCP|UDP|SCTP)/.test(name) || /^(tcp|udp|sctp):\/\//.test(value)

/** One line for each variable that Formward does not read and whose name resembles one that it does: a misspelt name has no effect. */
function findMisspelt(environment: Record<string, string>, known: readonly string[]): string[] {
  return Object.entries(environment)
    .filter(([name, value]) => !known.includes(name) && !isOfKubernetes(name, value))
    .flatMap(([name]) => {
      const meant = closest(name, known)
      if (meant) return [`${name}: is not a variable of Formward. Did you mean ${meant}?`]
      const family = families.find((prefix) => name.startsWith(prefix))
      const members = known.filter((one) => family && one.startsWith(family))
      return family ? [`${name}: is not a variable of Formward. Those that begin with ${family} are ${members.join(', ')}`] : []
    })
}

function closest(name: string, known: readonly string[]) {
  const upper = name.toUpperCase()
  return known
    .filter((one) => one.length >= shortestCompared)
    .map((one) => ({ one, distance: editDistance(upper, one) }))
    .filter(({ one, distance }) => distance <= (one.length >= 9 ? 2 : 1))
    .toSorted((a, b) => a.distance - b.distance)[0]?.one
}

/** How many characters must be added, removed, replaced or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string) {
  if (Math.abs(a.length - b.length) > 2) return 3
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, isSwapped ? beforeLast[j - 2]! + 1 : Infinity)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length]!
}
