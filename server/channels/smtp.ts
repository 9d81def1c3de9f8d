import { PassThrough } from 'node:stream'

import { createTransport, type Transporter } from 'nodemailer'

import type { Config } from '#server/config.ts'

import type { Channel, OutgoingMessage } from './channel.ts'
import { pausedUntil, recordAnswer, recordSilence } from './pauses.ts'

const noReplies = 'Please do not reply to this email. Replies are not read.'

/**
 * How long the mail server may take, in milliseconds. After the whole message has been sent, giving up would send the message twice, so
 * RFC 5321 section 4.5.3.2.6 recommends ten minutes.
 */
export const smtpTimeoutsMs = { beforeMessage: 30_000, afterMessage: 600_000 }

const transports = new Map<string, Transporter>()

function transportTo(url: string) {
  let transport = transports.get(url)
  if (!transport) {
    const silence = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: smtpTimeoutsMs.afterMessage }
    transports.set(url, (transport = createTransport({ url, ...silence })))
    transport.use('stream', ({ data, message }, done) => {
      const { onMessageSent } = data as WithSentListener
      message.transform(() => new PassThrough({ flush: (flushed) => (onMessageSent(), flushed()) }))
      done()
    })
  }
  return transport
}

/** What the plugin above reads from the options of an email. */
type WithSentListener = { onMessageSent: () => void }

/** Sends an email to the SMTP server. The same id gives the same Message-ID, so that a mail server recognises an email sent again after a crash. */
export async function sendEmail(
  { SMTP_URL, MAIL_FROM, MAIL_REPLY_TO }: Config,
  { id, recipient, subject, body, fromName = MAIL_FROM.name }: Omit<OutgoingMessage, 'method'>,
  timeoutsMs = smtpTimeoutsMs,
) {
  const giveUp = new AbortController()
  let timer = setTimeout(() => giveUp.abort(), timeoutsMs.beforeMessage)
  const listener: WithSentListener = {
    onMessageSent: () => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp.abort(), timeoutsMs.afterMessage)
    },
  }
  // The configuration requires SMTP_URL when the transport is smtp.
  const sending = transportTo(SMTP_URL!).sendMail({
    ...listener,
    from: { name: oneLine(fromName), address: MAIL_FROM.address },
    ...(MAIL_REPLY_TO && { replyTo: MAIL_REPLY_TO }),
    // As an object, so that a comma in the address never makes it a list of recipients.
    to: { name: '', address: recipient },
    subject,
    text: MAIL_REPLY_TO ? body : `${body.trimEnd()}\n\n${noReplies}\n`,
    messageId: `<${id}@${MAIL_FROM.address.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: giveUp.signal,
  })
  try {
    await sending
    recordAnswer(SMTP_URL!)
  } catch (error) {
    if (smtpFailure(error).isSilent) recordSilence(SMTP_URL!)
    else recordAnswer(SMTP_URL!)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Removes control characters, because they could start another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

type SmtpError = { code?: string; responseCode?: number }

/** The reason in plain words without addresses, whether it is final (RFC 5321 section 4.2.1: 5yz), and whether the server was silent. */
export function smtpFailure(error: unknown) {
  const { code = '', responseCode = 0 } = (error ?? {}) as SmtpError
  const failure = (reason: string, isFinal = false) => ({ reason, isFinal, isSilent: false })
  if (code === 'EENVELOPE' && responseCode >= 500) return failure('The mail server refused the email address.', true)
  if (code === 'EMESSAGE' && responseCode >= 500) return failure('The mail server refused the message.', true)
  if (code === 'EAUTH') return failure('The mail server refused to let Formward sign in.')
  if (code === 'ETLS') return failure('The mail server offers no encrypted connection.')
  if (responseCode) return failure(`The mail server could not take the message (${responseCode}).`)
  const isSlow = code === 'EABORT' || code === 'ETIMEDOUT'
  return { ...failure(isSlow ? 'The mail server did not answer in time.' : 'The mail server could not be reached.'), isSilent: true }
}

/** Email by any SMTP server. */
export const smtp: Channel = {
  name: 'smtp',
  label: 'The mail server',
  methods: () => ['email'],
  pausedUntil: ({ SMTP_URL }) => pausedUntil(SMTP_URL!), // required when the transport is smtp
  send: (config, message) =>
    sendEmail(config, message).then(
      () => ({ status: 'sent' as const }),
      (cause: unknown) => {
        const { reason, isFinal } = smtpFailure(cause)
        return { status: 'failed' as const, reason, isFinal, cause }
      },
    ),
}
