import { isIP } from 'node:net'
import { PassThrough } from 'node:stream'

import { createTransport, type Transporter } from 'nodemailer'

import type { MessageReason, MessageReasonCode } from '#domain/message-reasons.ts'
import { withFooter } from '#domain/template.ts'
import type { Config } from '#server/config.ts'
import { pausedUntil, recordAnswer, recordSilence, watchSlowness } from '#server/platform/outbound/pauses.ts'
import { findPublicAddress } from '#server/platform/outbound/public-address.ts'

import { accountName, type AccountOwner, pauseName, providerAccount, type OutgoingMessage, type SendingChannel } from './channel.ts'

const noReplies = 'Please do not reply to this email. Replies are not read.'
const footerOf = ({ replyTo }: Pick<SmtpSettings, 'replyTo'>) => (replyTo ? '' : noReplies)

/**
 * How long the mail server may take, in milliseconds. After the whole message has been sent, giving up would send the message twice, so
 * RFC 5321 section 4.5.3.2.6 recommends ten minutes.
 */
export const smtpTimeoutsMs = { beforeMessage: 30_000, afterMessage: 600_000 }

type Sender = { name: string; address: string }

/** An account with a mail server: of the installation by its address, of an organisation by host and port. */
export type SmtpSettings = {
  server: { url: string } | MailServer
  from: Sender
  replyTo: Sender | undefined
  perMinute: number
}

/** A mail server that an organisation named. */
export type MailServer = {
  host: string
  port: number
  user: string
  password: string
  /** May be on a private network. */
  mayBePrivate: boolean
  /** May take messages over a connection that is not encrypted. */
  mayBePlain: boolean
}

/** The configuration requires SMTP_URL when NOTIFICATION_TRANSPORT has smtp. */
export const smtpOfInstallation = ({ SMTP_URL, MAIL_FROM, MAIL_REPLY_TO, SMTP_PER_MINUTE }: Config): SmtpSettings => ({
  server: { url: SMTP_URL! },
  from: MAIL_FROM,
  replyTo: MAIL_REPLY_TO,
  perMinute: SMTP_PER_MINUTE,
})

const silence = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: smtpTimeoutsMs.afterMessage }

const transports = new Map<string, Transporter>()

async function transportTo(server: SmtpSettings['server']) {
  if (!('url' in server)) return observed(createTransport({ ...(await optionsOf(server)), ...silence }))
  let transport = transports.get(server.url)
  if (!transport) transports.set(server.url, (transport = observed(createTransport({ url: server.url, ...silence }))))
  return transport
}

/** Connects to an address that was checked, and checks the certificate against the name. */
async function optionsOf({ host, port, user, password, mayBePrivate, mayBePlain }: MailServer) {
  const address = mayBePrivate ? host : await findPublicAddress(host)
  if (address === undefined) throw new PrivateMailServer()
  return {
    host: address,
    port,
    secure: port === 465,
    requireTLS: !mayBePlain,
    ...(isIP(host) === 0 && { tls: { servername: host } }),
    ...(user && { auth: { user, pass: password } }),
  }
}

class PrivateMailServer extends Error {}

/** Tells the sender of each email when it has been sent. */
function observed(transport: Transporter) {
  transport.use('stream', ({ data, message }, done) => {
    const { onMessageSent } = data as WithSentListener
    message.transform(() => new PassThrough({ flush: (flushed) => (onMessageSent(), flushed()) }))
    done()
  })
  return transport
}

/** What the plugin above reads from the options of an email. */
type WithSentListener = { onMessageSent: () => void }

/** Sends an email to the SMTP server. The same id gives the same Message-ID, so that a mail server recognises an email sent again after a crash. */
export async function sendEmail(
  { server, from, replyTo }: SmtpSettings,
  { id, recipient, subject, body, fromName = from.name, stopAddress }: Omit<OutgoingMessage, 'method'>,
  timeoutsMs = smtpTimeoutsMs,
) {
  const giveUp = new AbortController()
  let timer = setTimeout(() => giveUp.abort(), timeoutsMs.beforeMessage)
  let isAfterMessage = false
  const listener: WithSentListener = {
    onMessageSent: () => {
      isAfterMessage = true
      clearTimeout(timer)
      timer = setTimeout(() => giveUp.abort(), timeoutsMs.afterMessage)
    },
  }
  try {
    const transport = await transportTo(server)
    await transport.sendMail({
      ...listener,
      from: { name: oneLine(fromName), address: from.address },
      ...(replyTo && { replyTo }),
      // As an object, so that a comma in the address never makes it a list of recipients.
      to: { name: '', address: recipient },
      subject,
      text: withFooter(body, footerOf({ replyTo })),
      messageId: `<${id}@${from.address.split('@')[1]}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        // Mail programs show their own button (RFC 8058), which posts to the address.
        ...(stopAddress !== undefined && { 'List-Unsubscribe': `<${stopAddress}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: giveUp.signal,
    })
  } catch (error) {
    throw Object.assign(error as Error, { isAfterMessage }) // only errors are thrown above
  } finally {
    clearTimeout(timer)
  }
}

/** Removes control characters, because they could start another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** `isAfterMessage`: the whole message had been sent. */
type SmtpError = { code?: string; responseCode?: number; isAfterMessage?: boolean }

type SmtpFailure = { reason: MessageReason; isFinal: boolean; isOutage: boolean }

/** The reason, whether it is final (RFC 5321 section 4.2.1: 5yz), and whether the server would take no other message either. */
export function smtpFailure(error: unknown): SmtpFailure {
  const { code = '', responseCode = 0 } = (error ?? {}) as SmtpError
  const failure = (words: string, why: MessageReasonCode = 'technical_failure') => ({
    reason: { code: why, words },
    isFinal: why !== 'technical_failure',
    isOutage: false,
  })
  const outage = (words: string) => ({ ...failure(words), isOutage: true })
  if (error instanceof PrivateMailServer) return outage('The mail server is on a private network, which this installation does not allow.')
  if (code === 'EENVELOPE' && responseCode >= 500) return failure('The mail server refused the email address.', 'wrong_contact_detail')
  if (code === 'EMESSAGE' && responseCode >= 500) return failure('The mail server refused the message.', 'message_not_valid')
  if (code === 'EAUTH') return outage('The mail server refused to let Formward sign in.')
  if (code === 'ETLS') return outage('The mail server offers no encrypted connection.')
  // 421: the server is closing, or takes no more for now (RFC 5321 section 4.2.3).
  if (responseCode === 421) return outage('The mail server asked us to wait (421).')
  if (responseCode) return failure(`The mail server could not take the message (${responseCode}).`)
  const isSlow = code === 'EABORT' || code === 'ETIMEDOUT'
  return outage(isSlow ? 'The mail server did not answer in time.' : 'The mail server could not be reached.')
}

/** Without the password. */
function identifiersOf(server: SmtpSettings['server']) {
  if (!('url' in server)) return [server.host, String(server.port), server.user]
  const { hostname, port, username } = new URL(server.url)
  return [hostname, port, username]
}

/** Email by any SMTP server. */
export function smtp(settings: SmtpSettings, owner: AccountOwner): SendingChannel {
  const { server, perMinute } = settings
  const provider = pauseName('url' in server ? server.url : `${server.host}:${server.port}`, owner)
  return {
    name: 'smtp',
    label: 'The mail server',
    from: (fromName) => `${oneLine(fromName)} <${settings.from.address}>`,
    footer: footerOf(settings),
    account: accountName('smtp', owner),
    providerAccount: providerAccount('smtp', identifiersOf(server)),
    methods: ['email'],
    mayRepeat: true,
    perMinute,
    pausedUntil: () => pausedUntil(provider),
    send: async (message) => {
      try {
        await watchSlowness(provider, () => sendEmail(settings, message))
        recordAnswer(provider)
        return { status: 'sent' }
      } catch (cause) {
        const failure = smtpFailure(cause)
        if (failure.isOutage) recordSilence(provider)
        else recordAnswer(provider)
        const { code, isAfterMessage = false } = cause as SmtpError
        const mayHaveLeft = isAfterMessage && failure.isOutage && code !== 'EAUTH'
        return { status: 'failed', ...failure, mayHaveLeft, cause }
      }
    },
  }
}
