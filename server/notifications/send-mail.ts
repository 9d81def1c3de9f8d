import { PassThrough } from 'node:stream'

import { createTransport, type Transporter } from 'nodemailer'

import type { Config } from '#server/config.ts'

import { hasAnswered, wasSilent } from './mail-pause.ts'

type Mail = {
  id: string
  to: string
  subject: string
  body: string
  /** In whose name: the organisation that the patient knows. Without it, the name of MAIL_FROM. */
  fromName?: string
}

const noReplies = 'Please do not reply to this email. Replies are not read.'

/**
 * How long the mail server may be silent, in milliseconds. Once it has the whole message only its yes is missing: who gave up then would send
 * twice what was only slow (RFC 5321 section 4.5.3.2.6 asks for ten minutes).
 */
export const mailPatience = { beforeMessage: 30_000, afterMessage: 600_000 }

const transports = new Map<string, Transporter>()

function transportTo(url: string) {
  let transport = transports.get(url)
  if (!transport) {
    const silence = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: mailPatience.afterMessage }
    transports.set(url, (transport = createTransport({ url, ...silence })))
    transport.use('stream', ({ data, message }, done) => {
      const { onHandedOver } = data as Watched
      message.transform(() => new PassThrough({ flush: (flushed) => (onHandedOver(), flushed()) }))
      done()
    })
  }
  return transport
}

/** What the options of a mail carry along for the plugin above. */
type Watched = { onHandedOver: () => void }

/** Hands a mail to the SMTP server. The same id gives the same Message-ID, by which a mail server knows one that was sent again after a crash. */
export async function sendMail(
  { SMTP_URL, MAIL_FROM, MAIL_REPLY_TO }: Config,
  { id, to, subject, body, fromName = MAIL_FROM.name }: Mail,
  patience = mailPatience,
) {
  const giveUp = new AbortController()
  let timer = setTimeout(() => giveUp.abort(), patience.beforeMessage)
  const watched: Watched = {
    onHandedOver: () => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp.abort(), patience.afterMessage)
    },
  }
  // the configuration asks for an address of the server wherever mail is sent by SMTP
  const sending = transportTo(SMTP_URL!).sendMail({
    ...watched,
    from: { name: oneLine(fromName), address: MAIL_FROM.address },
    ...(MAIL_REPLY_TO && { replyTo: MAIL_REPLY_TO }),
    // An address is never read as a list of them.
    to: { name: '', address: to },
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
    hasAnswered(SMTP_URL!)
  } catch (error) {
    if (mailFailure(error).isSilent) wasSilent(SMTP_URL!)
    else hasAnswered(SMTP_URL!)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A control character in a name would begin another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

type SmtpError = { code?: string; responseCode?: number }

/** What went wrong, in plain words without addresses; whether it is for good (RFC 5321 section 4.2.1: 5yz), and whether nobody answered. */
export function mailFailure(error: unknown) {
  const { code = '', responseCode = 0 } = (error ?? {}) as SmtpError
  const told = (reason: string, isFinal = false) => ({ reason, isFinal, isSilent: false })
  if (code === 'EENVELOPE' && responseCode >= 500) return told('The mail server refused the email address.', true)
  if (code === 'EMESSAGE' && responseCode >= 500) return told('The mail server refused the message.', true)
  if (code === 'EAUTH') return told('The mail server refused to let Formward sign in.')
  if (code === 'ETLS') return told('The mail server offers no encrypted connection.')
  if (responseCode) return told(`The mail server could not take the message (${responseCode}).`)
  const isSlow = code === 'EABORT' || code === 'ETIMEDOUT'
  return { ...told(isSlow ? 'The mail server did not answer in time.' : 'The mail server could not be reached.'), isSilent: true }
}
