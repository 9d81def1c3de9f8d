import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'

import type { BaselineTask } from './baseline.ts'

/** A stand-in for a provider, as the measurement sees it. */
export type Provider = {
  /** The variables that let the worker use it. */
  settings: Record<string, string>
  /** How many messages have arrived. */
  arrived: () => number
  /** The reference of each message that has arrived, as often as it has arrived. */
  references: () => string[]
  /** How many calls were over the limit. */
  tooMany: () => number
  /** From now on every connection is closed without an answer. */
  goAway: () => void
  comeBack: () => void
  /** How many requests have come, answered or not. */
  calls: () => number
  /** Forgets everything, for the bare program. */
  beginAgain: () => Promise<void>
  bare: Pick<BaselineTask, 'providerUrl' | 'body' | 'apiKey' | 'template' | 'token' | 'plan'>
  close: () => Promise<unknown>
}

/** As long as the text of a message is on average. */
const body =
  'Dear Amira, Northbury University Hospitals asks you to complete “Before your operation”: http://localhost:3000/r/abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ until 24 December 2026.'

const texts = (settings: Record<string, string | boolean | readonly string[]>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

export async function openGovukNotifyProvider(perMinute: number): Promise<Provider> {
  const stand = await openGovukNotify({ limit: { messages: perMinute, withinMs: 60_000 } })
  return {
    settings: { ...texts(stand.settings), GOVUK_NOTIFY_PER_MINUTE: String(perMinute) },
    arrived: () => stand.kept.length,
    references: () => stand.kept.map(({ reference }) => reference),
    tooMany: stand.refusedByLimit,
    goAway: () => void (stand.manners.isAway = true),
    comeBack: () => void (stand.manners.isAway = false),
    calls: stand.requests,
    beginAgain: async () => {
      stand.kept.length = 0
      delete stand.manners.limit
    },
    bare: {
      providerUrl: stand.url,
      body,
      apiKey: stand.settings.GOVUK_NOTIFY_API_KEY,
      template: stand.settings.GOVUK_NOTIFY_SMS_TEMPLATE,
      token: '',
      plan: '',
    },
    close: stand.close,
  }
}

export async function openNhsNotifyProvider(perMinute: number): Promise<Provider> {
  const stand = await openNhsNotify({ limit: { messages: perMinute, withinMs: 60_000 } })
  const {
    NOTIFICATION_TRANSPORT: [transport],
    ...settings
  } = stand.settings
  return {
    // Colleagues are invited by email, so a second channel is needed.
    settings: {
      ...texts(settings),
      NHS_NOTIFY_PER_MINUTE: String(perMinute),
      NOTIFICATION_TRANSPORT: `${transport},smtp`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@formward.example',
    },
    arrived: () => stand.batches.reduce((sum, { messages }) => sum + messages.length, 0),
    references: () => stand.messages().map(({ messageReference }) => messageReference),
    tooMany: stand.refusedByLimit,
    goAway: () => void (stand.manners.isAway = true),
    comeBack: () => void (stand.manners.isAway = false),
    calls: stand.requests,
    beginAgain: async () => {
      if (stand.problems.length > 0) throw new Error(`The specification does not allow what was sent: ${stand.problems[0]}`)
      stand.batches.length = 0
      delete stand.manners.limit
    },
    bare: { providerUrl: stand.url, body, apiKey: '', template: '', token: stand.token(), plan: '00000000-0000-0000-0000-000000000001' },
    close: stand.close,
  }
}
