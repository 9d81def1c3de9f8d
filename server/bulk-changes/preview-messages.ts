import type { BulkMessagePreview, bulkChanges } from '#contract/bulk-changes.ts'
import type { Input } from '#contract/route.ts'
import { lastMessageAt } from '#domain/message-spread.ts'
import type { NotificationCategory } from '#domain/notification.ts'
import { maxMessagesPerBulkChange } from '#domain/worklists.ts'
import { planMessages } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { expectMessages, type Expected, type StaffAct } from '#server/requests/requests.ts'
import { findMatching } from '#server/worklist/worklist.ts'

/** Few enough to hold in memory with their patients, many enough that 50,000 take ten rounds. */
const batchSize = 5_000

type Preview = Input<typeof bulkChanges.previewMessages>['body']

const acts = {
  send: { kind: 'send', again: true },
  remind: { kind: 'remind' },
  queue_letter: { kind: 'queue_letter', again: true },
  cancel_message: { kind: 'cancel_message' },
} as const satisfies Record<string, StaffAct>

/** What an act sends; undefined if no message leaves: letters wait to be printed. */
const categories: Record<Preview['act'], NotificationCategory | undefined> = {
  send: 'request_created',
  remind: 'request_reminder',
  queue_letter: undefined,
  cancel_message: undefined,
}

type Able = Exclude<Expected, { reason: string }>

/** Judges each request by the rules of the change itself, so that the dialog and the result differ only by what happens in between. */
export async function previewMessages(ctx: Context, { act, filters, requests }: Preview): Promise<BulkMessagePreview> {
  const now = new Date()
  const until = now.toISOString()
  const { smsFragmentPrice: fragmentPrice, letterPrice } = await getOrganisationSettings(ctx)
  const ids =
    requests ??
    (await findMatching(ctx, { filters, until, memberId: ctx.actor.id }, undefined, maxMessagesPerBulkChange + 1)).map(({ id }) => id)
  if (ids.length > maxMessagesPerBulkChange)
    return { until, total: ids.length, groups: [], refusals: [], fragmentPrice, letterPrice, ...nothingSent }
  const expected: Expected[] = []
  for (let at = 0; at < ids.length; at += batchSize) expected.push(...(await expectMessages(ctx, ids.slice(at, at + batchSize), acts[act])))
  const able = expected.flatMap((one) => ('reason' in one ? [] : [one]))
  const groups: BulkMessagePreview['groups'] = []
  for (const alike of Map.groupBy(able, ({ method, isTaken, isRepeat }) => JSON.stringify([method, isTaken, isRepeat])).values()) {
    const { method, isTaken, isRepeat } = alike[0]!
    groups.push({ method, isTaken, isRepeat, count: alike.length, ...(await lengthOf(ctx, alike, categories[act], now)) })
  }
  const category = categories[act]
  return {
    until,
    total: expected.length,
    groups,
    refusals: [
      ...Map.groupBy(
        expected.flatMap((one) => ('reason' in one ? [one.reason] : [])),
        (reason) => reason,
      ),
    ]
      .map(([reason, alike]) => ({ reason, count: alike.length }))
      .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason)),
    fragmentPrice,
    letterPrice,
    ...(category === undefined || able.length === 0 ? nothingSent : await finishOf(ctx, able, category, now)),
  }
}

/** In pieces, so that other calls are answered in between. */
async function lengthOf(ctx: Context, alike: readonly Able[], category: NotificationCategory | undefined, now: Date) {
  let [fragments, tooLong] = [0, 0]
  if (category === undefined || alike[0]?.message.method !== 'sms') return { fragments: null, tooLong }
  for (let at = 0; at < alike.length; at += batchSize) {
    const some = alike.slice(at, at + batchSize).map(({ message }) => ({ ...message, category }))
    for (const planned of (await planMessages(ctx, some, now)).messages) {
      fragments += planned.fragments ?? 0
      tooLong += planned.tooLong
    }
  }
  return { fragments, tooLong }
}

const nothingSent = { lastDueAt: null, isAccountShared: false }

/** When the last of all has left: they become due one after another, and then wait for the limit of the provider. */
async function finishOf(ctx: Context, able: readonly Able[], category: NotificationCategory, now: Date) {
  const { sendingHours } = await getOrganisationSettings(ctx)
  const due = lastMessageAt(
    now,
    able.map(({ message }) => message.method),
    sendingHours,
  )
  // Only how many there are by each method decides when the last one leaves.
  const byMethod = [...Map.groupBy(able, ({ message }) => message.method).values()]
  const { messages } = await planMessages(
    ctx,
    byMethod.map((alike) => ({ ...alike[0]!.message, category, count: alike.length })),
    now,
  )
  const last = messages
    .flatMap(({ finishedAt }) => (finishedAt === null ? [] : [new Date(finishedAt)]))
    .reduce((latest, one) => (one > latest ? one : latest), due)
  return { lastDueAt: last.toISOString(), isAccountShared: messages.some(({ isAccountShared }) => isAccountShared) }
}
