import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#database/demo/random.ts'
import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'

/** A message as its provider knows it. `told`: the statuses that callbacks reported and Formward confirmed, in any order. */
export type MessageAtProvider = {
  provider: 'govuk-notify' | 'nhs-notify'
  reference: string
  id: string
  arrivedAt: number
  told: string[]
}
type Call = { status: string; path: string; headers: Record<string, string>; body: string }
export type Providers = Awaited<ReturnType<typeof openProviders>>

const lookEveryMs = 25
const callTimeoutMs = 10_000

/**
 * GOV.UK Notify and NHS Notify on bad days, in this process, so that they outlive every kill: they are slow, lose answers, and call back in any
 * order, some callbacks twice, each until it is answered. An answer is lost only where `losesAnswers`, because the channel then pauses.
 */
export async function openProviders(random: Random, { losesAnswers, isQuick }: { losesAnswers: boolean; isQuick: boolean }) {
  const away = new Set<string>()
  const takesMs = () => (random.chance(0.02) ? random.between(500, 2_000) : random.between(0, 30))
  // Getters, because the stand-ins look at each call how they are to behave.
  const govuk = await openGovukNotify({
    get isAway() {
      return away.has('GOV.UK Notify')
    },
    get losesAnswers() {
      return losesAnswers && random.chance(0.01)
    },
    get takesMs() {
      return takesMs()
    },
  })
  const nhs = await openNhsNotify({
    get isAway() {
      return away.has('NHS Notify')
    },
    get losesAnswers() {
      return losesAnswers && random.chance(0.2)
    },
    get takesMs() {
      return takesMs()
    },
  })
  const messages: MessageAtProvider[] = []
  const refusals: string[] = []
  const ending = new AbortController()
  let [seenTexts, seenBatches, waiting, turn] = [0, 0, 0, 0]
  let addresses: readonly string[] = []

  /** What GOV.UK Notify reports about a text message; nothing about some. */
  function textCalls(message: (typeof govuk.kept)[number]): Call[] {
    if (random.chance(0.05)) return []
    const status = random.chance(0.8) ? 'delivered' : random.pick(['permanent-failure', 'temporary-failure'])
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${govuk.settings.GOVUK_NOTIFY_CALLBACK_TOKEN}` }
    return [{ status, path: '/callbacks/govuk-notify', headers, body: JSON.stringify(govuk.receiptOf(message, status)) }]
  }

  /** What NHS Notify reports about a message in the NHS App: read, failed, or only under way. */
  function appCalls(message: ReturnType<typeof nhs.messages>[number]): Call[] {
    const by = (status: string, { headers, payload }: ReturnType<typeof nhs.callbackOf>): Call => ({
      status,
      path: '/callbacks/nhs-notify',
      headers,
      body: payload,
    })
    const sending = by('sending', nhs.callbackOf(message, 'sending'))
    const chance = random.next()
    if (chance < 0.1) return []
    if (chance < 0.4) return [sending]
    if (chance < 0.6) return [sending, by('failed', nhs.callbackOf(message, 'failed'))]
    if (chance < 0.8) return [sending, by('read', nhs.channelCallbackOf(message, 'read'))]
    return [sending, by('read', nhs.callbackOf(message, 'delivered'))]
  }

  /** Calls until Formward has confirmed it, as a provider does, and sometimes once more. */
  async function callBack(message: MessageAtProvider, { status, path, headers, body }: Call) {
    await sleep(random.between(0, isQuick ? 500 : 3_000))
    for (let left = random.chance(0.1) ? 2 : 1; left > 0 && !ending.signal.aborted;) {
      const answer = await fetch(addresses[turn++ % addresses.length]! + path, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(callTimeoutMs)]),
      }).catch(() => undefined)
      if (answer?.status === 202) {
        message.told.push(status)
        left--
      } else if (answer && answer.status < 500) {
        refusals.push(`A callback of ${message.provider} was answered ${answer.status}`)
        return
      } else await sleep(300)
    }
  }

  function take(message: MessageAtProvider, calls: Call[]) {
    messages.push(message)
    for (const call of calls) {
      waiting++
      void callBack(message, call).finally(() => waiting--)
    }
  }

  const looking = setInterval(() => {
    if (addresses.length === 0) return
    for (const text of govuk.kept.slice(seenTexts)) {
      const { reference, id } = text
      take({ provider: 'govuk-notify', reference, id, arrivedAt: Date.now(), told: [] }, textCalls(text))
      seenTexts++
    }
    for (const batch of nhs.batches.slice(seenBatches)) {
      for (const message of batch.messages) {
        const { messageReference: reference, id } = message
        take({ provider: 'nhs-notify', reference, id, arrivedAt: Date.now(), told: [] }, appCalls(message))
      }
      seenBatches++
    }
  }, lookEveryMs)

  const settings = { ...nhs.settings, ...govuk.settings, NOTIFICATION_TRANSPORT: 'smtp,govuk-notify,nhs-notify' }
  return {
    /** The variables that let the product use them. The limits are high, so that a round is short. */
    settings: {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
      GOVUK_NOTIFY_PER_MINUTE: '6000',
      NHS_NOTIFY_PER_MINUTE: '60000',
      SMTP_PER_MINUTE: '6000',
    },
    /** Where to call back. Nothing is reported before. */
    callAt: (at: readonly string[]) => (addresses = at),
    /** Every message that has arrived, as often as it has arrived. */
    messages,
    /** What cannot be right whichever process was killed. */
    faults: () => [...refusals, ...nhs.problems.map((problem) => `NHS Notify does not allow what was sent: ${problem}`)],
    /** Takes nothing for this long, in milliseconds. */
    goAway: async (name: string, time: number) => {
      away.add(name)
      await sleep(time)
      away.delete(name)
    },
    /** Whether everything that has arrived was reported. */
    isQuiet: () => waiting === 0 && seenTexts === govuk.kept.length && seenBatches === nhs.batches.length,
    close: async () => {
      clearInterval(looking)
      ending.abort()
      await Promise.all([govuk.close(), nhs.close()])
    },
  }
}
