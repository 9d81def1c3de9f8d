import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

export type LogQuery = { page: number; limit: number; eventType?: string[] | undefined; from?: string | undefined; to?: string | undefined }

/** One page of what a member did, newest first, with what each event was about. */
export async function findMemberLogs({ tx }: Context, memberId: string, query: LogQuery) {
  const events = matching(tx, memberId, query)
  const [rows, { count }] = await Promise.all([
    tx
      .selectFrom(
        events
          .selectAll('a')
          .orderBy('a.at', 'desc')
          .orderBy('a.id', 'desc')
          .limit(query.limit)
          .offset((query.page - 1) * query.limit)
          .as('a'),
      )
      .leftJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'a.organisation_id').onRef('p.id', '=', 'a.patient_id'))
      .leftJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 'a.organisation_id').onRef('r.id', '=', 'a.subject_id'))
      .leftJoin('forms as f', (on) =>
        on.onRef('f.organisation_id', '=', 'a.organisation_id').on(sql<boolean>`f.id = coalesce(r.form_id, a.subject_id)`),
      )
      .leftJoin('members as m', (on) =>
        on
          .onRef('m.organisation_id', '=', 'a.organisation_id')
          .on(sql<boolean>`m.id = coalesce((a.detail->>'memberId')::uuid, a.subject_id)`),
      )
      .select(['a.id', 'a.at', 'a.event_type', 'a.detail', 'p.nhs_number', 'f.title'])
      .select([
        sql<string | null>`p.first_name || ' ' || p.last_name`.as('patient'),
        sql<string | null>`m.first_name || ' ' || m.last_name`.as('user'),
      ])
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .execute(),
    events.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, count }
}

const matching = (tx: Context['tx'], memberId: string, { eventType, from, to }: LogQuery) =>
  tx
    .selectFrom('audit_events as a')
    .where('a.actor_id', '=', memberId)
    .$if(eventType !== undefined, (q) => q.where(sql<boolean>`a.event_type = any(${eventType})`))
    .$if(from !== undefined, (q) => q.where(sql<boolean>`a.at >= (${from}::date)::timestamp at time zone 'Europe/London'`))
    .$if(to !== undefined, (q) => q.where(sql<boolean>`a.at < (${to}::date + 1)::timestamp at time zone 'Europe/London'`))
