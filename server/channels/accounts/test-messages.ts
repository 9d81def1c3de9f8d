import { randomUUID } from 'node:crypto'

import type { messageProviderAccounts, TestMessage } from '#contract/message-providers.ts'
import type { templateTests } from '#contract/notifications.ts'
import type { HandlerResult, Input } from '#contract/route.ts'
import { messageProviderLabel, testMessagesAnHour } from '#domain/message-providers.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { isNhsNumber, normaliseNhsNumber } from '#domain/nhs-number.ts'
import { normalisePhone } from '#domain/phone.ts'
import { mailAddress } from '#domain/message-provider-rules.ts'
import {
  checkTemplate,
  fillIn,
  type PersonalValues,
  samplesIn,
  sampleStopAddress,
  sampleValues,
  stopLine,
  withFooter,
} from '#domain/template.ts'
import { firstError } from '#domain/validation/rule.ts'
import type { Channel, OutgoingMessage } from '#server/channels/channel.ts'
import { channelFor, requireSupportedMethod } from '#server/channels/channels.ts'
import { noteAccepted, notePause, waitForTurn } from '#server/channels/pacing.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { endTest, insertTest, listTests, lockChannelAccounts } from './channel-accounts.sql.ts'

type Send = typeof messageProviderAccounts.sendTest

/**
 * Sends a test message through the real channel, between two transactions, and returns what the provider answered. The address goes to the
 * provider only: it is not stored, logged or audited.
 */
export async function sendTestMessage(call: Call, { params: { id }, body: { method, recipient } }: Input<Send>) {
  const write = ({ organisationName }: PersonalValues): Text => ({
    subject: `Test message from ${organisationName}`,
    body: `This is a test message from ${organisationName}. You do not need to do anything.`,
  })
  return send(call, { subjectId: id, method, to: () => recipientOf(method, recipient), write })
}

/** Finds the email address of a member. Passed in by app.ts, because members/ builds on channels/. */
export type EmailOf = (ctx: Context, memberId: string) => Promise<{ emailAddress: string }>

/** Sends the text of a template with sample values. An email goes to the signed-in member. The link says that it is from a test. */
export async function sendTemplateTest(
  call: Call,
  { body: { recipient, language, ...template } }: Input<typeof templateTests.send>,
  emailOf: EmailOf,
) {
  const { method } = template
  const errors = checkTemplate(template)
  if (errors.length > 0) throw new Problem('invalid_request', undefined, errors)
  const to = async (ctx: Context) =>
    method === 'email' ? (await emailOf(ctx, ctx.actor.id!)).emailAddress : recipientOf(method, recipient) // a member is signed in
  const stop = ({ organisationName }: PersonalValues) =>
    stopLine(organisationName, sampleStopAddress(call.services.config.PUBLIC_URL), language)
  const write = (values: PersonalValues) => {
    const { subject, body } = fillIn(template, samplesIn(language, 'typical', values))
    return { subject, body: method === 'email' ? withFooter(body, stop(values)) : body }
  }
  return send(call, { method, to, write })
}

type Text = { subject: string; body: string }
type Wanted = {
  subjectId?: string
  method: NotificationMethod
  to: (ctx: Context) => string | Promise<string>
  write: (values: PersonalValues) => Text
}

async function send(call: Call, wanted: Wanted) {
  const { services, actor, organisationId } = call
  const prepared = await inOrganisation(services.db, organisationId, (tx) => prepare({ tx, actor, organisationId, services }, wanted))
  const outcome = 'keep' in prepared.channel ? kept : await deliver(services, prepared)
  return async (ctx: Context): Promise<HandlerResult<Send>> => {
    if (outcome.status === 'failed' && 'pausedUntil' in prepared.channel) await notePause(ctx, prepared.channel, outcome.reason)
    else if (outcome.status !== 'kept') await noteAccepted(ctx, prepared.channel)
    return shownTest(await endTest(ctx, prepared.testId, outcome))
  }
}

type Prepared = { channel: Channel; testId: string; message: OutgoingMessage }

/** Counts the test before it is sent, so that tests at the same time cannot exceed the limit together. */
async function prepare(ctx: Context, { subjectId, method, to: findRecipient, write }: Wanted): Promise<Prepared> {
  await requireSupportedMethod(ctx, method)
  const to = await findRecipient(ctx)
  const channel = await channelFor(ctx, method)
  if (!channel) throw new Problem('not_found') // requireSupportedMethod has found one
  await lockChannelAccounts(ctx)
  const { inLastHour } = await listTests(ctx)
  if (inLastHour >= testMessagesAnHour)
    throw new Problem('too_many_requests', `Your organisation can send ${testMessagesAnHour} test messages an hour. Try again later.`)
  const { name } = await getOrganisationSettings(ctx)
  const testId = await insertTest(ctx, channel.name, method)
  await audit(ctx, 'testMessageSent', { ...(subjectId && { subjectId }), detail: { method, channel: channel.name } })
  const values = sampleValues({ organisationName: name, publicUrl: ctx.services.config.PUBLIC_URL })
  return {
    channel,
    testId,
    message: {
      id: testId,
      method,
      recipient: to,
      ...write(values),
      fromName: name,
      reference: `${ctx.organisationId}.${testId}`,
      values,
      ...(method === 'nhs_app' && { nhsNumber: to }),
    },
  }
}

type Outcome = Parameters<typeof endTest>[2]

const kept: Outcome = { status: 'kept', reason: 'This system keeps messages in its outbox, so no test message was sent.', providerId: null }

async function deliver(services: Call['services'], { channel, message }: Prepared): Promise<Outcome> {
  if ('keep' in channel) return kept
  await waitForTurn(services, channel)
  if ('sendBatch' in channel) {
    const result = await channel.sendBatch({ id: randomUUID(), method: message.method, messages: [message] })
    if (result.status === 'accepted') return { status: 'accepted', reason: '', providerId: result.providerIds.get(message.id) || null }
    const reason = result.status === 'failed' ? result.reason : result.reasons.get(message.id)
    return { status: 'failed', reason: reason?.words ?? '', providerId: null }
  }
  const result = await channel.send(message)
  if (result.status === 'failed') return { status: 'failed', reason: result.reason.words, providerId: null }
  return { status: result.status, reason: '', providerId: result.status === 'accepted' ? result.providerId : null }
}

/** A test message as the screen shows it. */
export const shownTest = ({ channel, ...test }: Awaited<ReturnType<typeof endTest>>): TestMessage => ({
  ...test,
  provider: channel === 'outbox' ? 'Outbox' : messageProviderLabel(channel as Parameters<typeof messageProviderLabel>[0]), // the other channels are providers
})

/** The recipient as the provider takes it. Throws a field problem that says what the method needs. */
function recipientOf(method: NotificationMethod, text: string) {
  if (method === 'sms') {
    const phone = normalisePhone(text)
    if (!phone) throw fieldProblem('recipient', 'Mobile phone must be a valid UK mobile phone number.')
    return phone
  }
  if (method === 'email') {
    if (text === '' || firstError(text, [mailAddress])) throw fieldProblem('recipient', 'Email address must be a valid email address.')
    return text
  }
  const nhsNumber = normaliseNhsNumber(text)
  if (!isNhsNumber(nhsNumber)) throw fieldProblem('recipient', 'Needs to be a valid NHS number.')
  return nhsNumber
}
