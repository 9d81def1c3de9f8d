import { createTransport, type Transporter } from 'nodemailer'

import type { Config } from '#server/config.ts'

type Mail = { id: string; to: string; subject: string; body: string }

const transports = new Map<string, Transporter>()

function transportTo(url: string) {
  let transport = transports.get(url)
  if (!transport)
    transports.set(url, (transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })))
  return transport
}

/** Hands a mail to the SMTP server. The same id gives the same Message-ID, by which a mail server knows one that was sent again after a crash. */
export async function sendMail({ SMTP_URL, MAIL_FROM }: Config, { id, to, subject, body }: Mail) {
  await transportTo(SMTP_URL!).sendMail({
    // the configuration asks for it wherever mail is sent by SMTP
    from: MAIL_FROM,
    // An address is never read as a list of them.
    to: { name: '', address: to },
    subject,
    text: body,
    messageId: `<${id}@${MAIL_FROM.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type SmtpError = { code?: string; responseCode?: number }

/** What went wrong, in plain words without addresses, and whether trying again could help (RFC 5321 section 4.2.1: 5yz is for good). */
export function mailFailure(error: unknown) {
  const { code = '', responseCode = 0 } = (error ?? {}) as SmtpError
  if (code === 'EENVELOPE' && responseCode >= 500) return { isFinal: true, reason: 'The mail server refused the email address.' }
  if (code === 'EMESSAGE' && responseCode >= 500) return { isFinal: true, reason: 'The mail server refused the message.' }
  if (code === 'EAUTH') return { isFinal: false, reason: 'The mail server refused to let Formward sign in.' }
  return {
    isFinal: false,
    reason: responseCode ? `The mail server could not take the message (${responseCode}).` : 'The mail server could not be reached.',
  }
}
