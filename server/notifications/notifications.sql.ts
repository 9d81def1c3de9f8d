import { sql } from 'kysely'

import type { MessageMethod, NotificationCategory } from '#domain/notification.ts'
import type { ReminderNumber } from '#domain/reminders.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * The method of the next reminder of form request `r` of patient `p`. Everything that plans, shows or sends reminders asks for it here, so that
 * what is shown is what is sent. A reminder goes by the method that reached the patient, which is not always the one that the form was sent by:
 * methods that the patient opted out of come last, messages that are reported as received come first, and then newer ones. 'letter' if a letter
 * was the last to leave or is waiting: such a patient gets no reminder.
 */
export const reminderMethodOf = sql<MessageMethod>`coalesce((
  select case
    when (array_agg(m.method order by m.status = 'queued' desc, coalesce(m.sent_at, m.updated_at) desc))[1] = 'letter' then 'letter'
    else (array_agg(m.method order by m.method = any(p.opted_out_methods),
      m.status = 'read' or m.status = 'delivered' and m.method <> 'nhs_app' desc, m.created_at desc) filter (where m.method <> 'letter'))[1] end
  from notifications m
  where m.organisation_id = r.organisation_id and m.request_id = r.id
    and m.status in ('queued', 'kept', 'accepted', 'sent', 'delivered', 'read')), r.notification_method)`

/** A message to queue. `reminderNumber`: which of the request's reminders it is; each number is sent once. `followsId`: the message that did not
 * reach the patient. */
export type WantedMessage = { requestId: string; method: MessageMethod; reminderNumber?: ReminderNumber; followsId?: string }

/**
 * Inserts one queued message for each request and returns the ids. Leaves out requests with a waiting message or with this reminder, and messages
 * that are followed already. Each message locks its request, so they are inserted in the order in which other work locks requests.
 */
export async function insertNotifications(
  { tx, organisationId }: Context,
  wanted: readonly WantedMessage[],
  category: NotificationCategory,
  sendAfter: Date,
) {
  const { rows } = await sql<{ id: string; method: MessageMethod; followsId: string | null }>`
    insert into notifications (organisation_id, request_id, category, method, send_after, reminder_number, follows_id)
    select ${organisationId}::uuid, n.request_id, ${category}, n.method, ${sendAfter.toISOString()}::timestamptz,
           n.reminder_number, n.follows_id
    from unnest(${wanted.map(({ requestId }) => requestId)}::uuid[], ${wanted.map(({ method }) => method)}::text[],
      ${wanted.map(({ reminderNumber }) => reminderNumber ?? null)}::smallint[],
      ${wanted.map(({ followsId }) => followsId ?? null)}::uuid[]) as n(request_id, method, reminder_number, follows_id)
    order by n.request_id
    on conflict do nothing
    returning id, method, follows_id as "followsId"`.execute(tx)
  return rows
}
