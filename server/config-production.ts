import pg from 'pg'

import { addressesOf } from './platform/database-address.ts'

type Given = Record<string, string>

/** A public address or an external database means patient data, so important variables need an explicit value. */
export const isProduction = ({ PUBLIC_URL, DATABASE_URL, DATABASE_OWNER_URL }: Given) =>
  DATABASE_URL !== undefined || DATABASE_OWNER_URL !== undefined || /^https:/i.test(PUBLIC_URL ?? '')

const required: Record<string, string> = {
  APP_SECRET:
    'expects at least 32 characters. Keep the same value: it encrypts the keys in the database (openssl rand -base64 32 creates a value)',
  TRUST_PROXY: 'expects true behind one reverse proxy of yours, or false without one',
  NOTIFICATION_TRANSPORT:
    'expects smtp, govuk-notify or nhs-notify to send messages, or outbox to keep them in the database without sending them',
}

/** One line for each variable that production needs an explicit value for. */
export function findMissing(given: Given): string[] {
  if (!isProduction(given)) return []
  const needed = given['NOTIFICATION_TRANSPORT']?.includes('smtp') ? { ...required, MAIL_FROM: mailFromWords } : required
  return Object.entries(needed)
    .filter(([name]) => given[name] === undefined)
    .map(([name, words]) => `${name}: ${words}`)
}

export const mailFromWords = 'expects the sender of mails, such as forms@example.nhs.uk or Northbury Hospitals <forms@example.nhs.uk>'

export const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host) || /^\[?::1\]?$/.test(host)

type Connections = {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_OWNER_URL?: string | undefined
  DATABASE_READ_URL?: string | undefined
  SMTP_URL?: string | undefined
  GOVUK_NOTIFY_URL: string
  NHS_NOTIFY_URL: string
  NHS_NOTIFY_TOKEN_URL: string
  NHS_LOGIN_KEYS_URL?: string | undefined
  NHS_APP_FEED_KEYS_URL?: string | undefined
  RECORD_SERVICE_URL?: string | undefined
  OIDC_ISSUER?: string | undefined
  UPSTREAM_ISSUER?: string | undefined
  ALLOW_INSECURE_DATABASE: boolean
  ALLOW_INSECURE_SMTP: boolean
  ALLOW_INSECURE_ISSUER: boolean
}

/** One line for each connection that others on the network could read or change, unless the operator allowed it. */
export function findInsecure(env: Connections): string[] {
  const problems: string[] = []
  const refuse = (name: string, allow: string, words: string) => problems.push(`${name}: ${words}, or ${allow}=true`)
  for (const name of ['OIDC_ISSUER', 'UPSTREAM_ISSUER'] as const)
    if (!env.ALLOW_INSECURE_ISSUER && env[name] && isPlainAddress(env[name]))
      refuse(
        name,
        'ALLOW_INSECURE_ISSUER',
        'expects https:// (over plain http, another server could pretend to be the provider and sign in as any user)',
      )
  if (!env.ALLOW_INSECURE_SMTP && env.SMTP_URL && new URL(env.SMTP_URL).searchParams.get('tls.rejectUnauthorized') === 'false')
    refuse('SMTP_URL', 'ALLOW_INSECURE_SMTP', 'expects the certificate check of the mail server to be on')
  for (const name of ['GOVUK_NOTIFY_URL', 'NHS_NOTIFY_URL', 'NHS_NOTIFY_TOKEN_URL'] as const)
    if (isPlainAddress(env[name])) problems.push(`${name}: expects https:// (keys and patients’ details are sent there)`)
  for (const name of ['NHS_LOGIN_KEYS_URL', 'NHS_APP_FEED_KEYS_URL'] as const)
    if (env[name] && isPlainAddress(env[name])) problems.push(`${name}: expects https:// (who has these keys can speak for any patient)`)
  if (env.RECORD_SERVICE_URL && isPlainAddress(env.RECORD_SERVICE_URL))
    problems.push('RECORD_SERVICE_URL: expects https:// (the API key and NHS numbers are sent there)')
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const)
    if (!env.ALLOW_INSECURE_DATABASE && env[name] && addressesOf(env[name]).some(isPlainDatabase))
      refuse(name, 'ALLOW_INSECURE_DATABASE', 'expects an encrypted connection (?sslmode=verify-full at its end)')
  return problems
}

function isPlainAddress(address: string) {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Parsed by the driver, which also reads libpq variables such as PGSSLMODE. A path is a Unix socket. */
function isPlainDatabase(connectionString: string) {
  const { host, ssl } = new pg.Client({ connectionString })
  return !ssl && !host.startsWith('/') && !isLoopback(host)
}

/** The address of the mail server. Requires encryption (STARTTLS) unless the server is on this machine or the operator allowed it. */
export function requireTls(address: string, isAllowed: boolean) {
  const url = new URL(address)
  if (url.protocol === 'smtps:' || isAllowed || isLoopback(url.hostname)) return address
  url.searchParams.set('requireTLS', 'true')
  return url.href
}
