import type { MessagePlan } from '#contract/message-plan.ts'
import { nextMethod, waitHours } from '#domain/cascade.ts'
import type { Reachable } from '#domain/contactability.ts'
import { finishTime } from '#domain/finish-time.ts'
import { titleInMessage } from '#domain/template-languages.ts'
import { type NotificationCategory, type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { sendingMomentOf } from '#domain/sending-times.ts'
import { fillIn, smsLength } from '#domain/template.ts'
import { channelFor, paceOf, supportedMethods } from '#server/channels/channels.ts'
import { getOrganisationSettings, isInstallationShared } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'

import { type MessageFacts, messageValues } from './message-values.ts'
import { linkAddress } from './links.ts'
import { countWaiting } from './sending.sql.ts'
import { findInForce, type TemplateInForce, templateFor } from './template-versions.sql.ts'

/** Messages that are alike: to one patient, or to several for whom the plan is the same. */
export type MessagesToPlan = {
  count: number
  method: NotificationMethod
  category: NotificationCategory
  patient: Reachable
  /** Whatever decides the length of a text message. `translatedTitle`: the title of the form in the language of the patient. */
  facts: Omit<MessageFacts, 'organisationName' | 'link'> & { locale: string; translatedTitle: string | null }
}

/** Any id makes a link of the same length. */
const anyRequest = '00000000-0000-0000-0000-000000000000'

/**
 * The plan of sending messages from a moment on: fragments with the values of each patient, price, the time at which the last one has left, and
 * the next method. What other organisations send through the same account is not counted: the plan says only that there are others. Sends nothing.
 */
export async function planMessages(ctx: Context, toPlan: readonly MessagesToPlan[], from: Date): Promise<MessagePlan> {
  const settings = await getOrganisationSettings(ctx)
  const { cascade, smsFragmentPrice } = settings
  const carried = await supportedMethods(ctx)
  const countFragments = await fragmentCounter(ctx, toPlan, settings.name)
  const waiting = await countWaiting(ctx, from)
  const methods = notificationMethods.filter((method) => toPlan.some((one) => one.method === method))
  const paces = await pacesOf(ctx, methods)
  const isShared = await isInstallationShared(ctx)
  const of = (method: NotificationMethod) => toPlan.filter((one) => one.method === method)
  /** Accounts are shared by methods, so that all of the messages of an account leave before the last one has. */
  const before = (account: string) =>
    notificationMethods
      .filter((method) => paces.get(method)?.account === account)
      .reduce((sum, method) => sum + countOf(of(method)) + (waiting.get(method) ?? 0), 0)
  const messages = methods.map((method): MessagePlan['messages'][number] => {
    const planned = of(method)
    const pace = paces.get(method)
    const lengths = method === 'sms' ? planned.map((one) => ({ count: one.count, length: countFragments(one) })) : []
    const sendingMoment = (moment: Date) => sendingMomentOf(method, moment, settings.sendingHours)
    const nexts = Map.groupBy(planned, ({ patient }) => nextMethod({ cascade, after: method, tried: [method], patient, carried }) ?? null)
    return {
      method,
      count: countOf(planned),
      fragments:
        method === 'sms' ? lengths.reduce((sum, { count, length }) => sum + (length.isTooLong ? 0 : count * length.fragments), 0) : null,
      tooLong: countOf(lengths.filter(({ length }) => length.isTooLong)),
      finishedAt: pace ? finishTime(before(pace.account), from, { perMinute: pace.perMinute, sendingMoment }).toISOString() : null,
      isAccountShared: isShared && pace?.isOwn === false,
      nextAfterHours: waitHours(method, cascade),
      next: cascade.methods.length === 0 ? [] : [...notificationMethods, null].flatMap((next) => nextOf(next, nexts.get(next))),
    }
  })
  const fragments = messages.reduce((sum, one) => sum + (one.fragments ?? 0), 0)
  return {
    messages,
    fragmentPrice: smsFragmentPrice,
    price: smsFragmentPrice === null ? null : fragments * smsFragmentPrice,
    waiting: [...waiting].reduce((sum, [method, count]) => sum + (paces.has(method) ? count : 0), 0),
  }
}

const nextOf = (method: NotificationMethod | null, some: readonly MessagesToPlan[] = []) =>
  some.length > 0 ? [{ method, count: countOf(some) }] : []

const countOf = (some: readonly { count: number }[]) => some.reduce((sum, { count }) => sum + count, 0)

/** The account and the speed by which messages of each method leave. None for the outbox, which keeps them at once. */
async function pacesOf(ctx: Context, methods: readonly NotificationMethod[]) {
  const paces = new Map<NotificationMethod, { account: string; isOwn: boolean; perMinute: number }>()
  for (const method of methods) {
    const channel = await channelFor(ctx, method)
    if (channel && 'perMinute' in channel)
      paces.set(method, { account: channel.account, isOwn: channel.account !== channel.name, perMinute: paceOf(channel) })
  }
  return paces
}

/** Counts the length of text messages as they will be sent. Messages of the same values are counted once. */
async function fragmentCounter(ctx: Context, toPlan: readonly MessagesToPlan[], organisationName: string) {
  const templates = new Map<NotificationCategory, TemplateInForce>()
  for (const category of new Set(toPlan.filter(({ method }) => method === 'sms').map((one) => one.category)))
    templates.set(category, await findInForce(ctx, 'sms', category))
  const link = linkAddress(ctx.services.config.PUBLIC_URL, ctx.services.keys, anyRequest)
  const lengths = new Map<string, ReturnType<typeof smsLength>>()
  return ({ category, facts }: MessagesToPlan) => {
    const key = JSON.stringify([category, facts])
    const known = lengths.get(key)
    if (known) return known
    const { locale, translatedTitle, ...others } = facts
    const template = templateFor(templates.get(category)!, locale) // one for every text message
    const formTitle = titleInMessage(template.language, facts)
    const { body } = fillIn(template, messageValues({ ...others, formTitle, organisationName, link }, template.language))
    const length = smsLength(body)
    lengths.set(key, length)
    return length
  }
}
