import { sql } from 'kysely'

import { graceDays } from '#domain/sign-in-rules.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/database.ts'

const today = sql<string>`(now() at time zone 'Europe/London')::date`

/** The day from which a member (alias m) of an organisation (alias o) needs a second factor, or null. */
export const secondFactorDay = sql<
  string | null
>`second_factor_day(o.second_factor_required, o.is_system, o.second_factor_from, o.created_at, m.created_at, ${sql.lit(graceDays)})`

const isInForce = sql<boolean>`${secondFactorDay} <= ${today}`

const membersIn = (tx: Tx) =>
  tx.selectFrom('members as m').innerJoin('organisations as o', 'o.id', 'm.organisation_id').where('m.is_active', '=', true)

/** Whether the member with a subject needs a second factor now. The transaction has the subject as its key. */
export const isSecondFactorRequired = async (tx: Tx, subject: string) =>
  Boolean(await membersIn(tx).select('o.id').where('m.subject', '=', subject).where(isInForce).executeTakeFirst())

/** The day of a member, and whether that day has come. */
export async function findSecondFactorDay({ tx }: Pick<Context, 'tx'>, memberId: string | null) {
  const row =
    memberId === null
      ? undefined
      : await membersIn(tx)
          .select([secondFactorDay.as('day'), sql<boolean>`coalesce(${isInForce}, false)`.as('isInForce')])
          .where('m.id', '=', memberId)
          .executeTakeFirst()
  return row ?? { day: null, isInForce: false }
}

/** Members without a second factor who need one by a day in the future. Accounts of another provider are left out. */
const withoutFactor = (tx: Tx) =>
  membersIn(tx)
    .innerJoin('accounts as a', (join) => join.on(sql<boolean>`a.id::text = m.subject`))
    .where('a.is_active', '=', true)
    .where(sql<boolean>`${secondFactorDay} > ${today}`)
    .where((e) =>
      e.not(
        e.or([
          e.exists(
            e
              .selectFrom('account_totp as t')
              .select('t.account_id')
              .whereRef('t.account_id', '=', 'a.id')
              .where('t.sealed', 'is not', null),
          ),
          e.exists(e.selectFrom('account_passkeys as p').select('p.account_id').whereRef('p.account_id', '=', 'a.id')),
        ]),
      ),
    )

export const listWithoutFactor = ({ tx }: Pick<Context, 'tx'>) =>
  withoutFactor(tx)
    .select(['m.id', secondFactorDay.as('day')])
    .orderBy('m.id')
    .execute()

/** Marks members as reminded whose day is within this number of days, and returns those who were not marked before. */
export async function markReminded({ tx }: Pick<Context, 'tx'>, days: number) {
  const found = await withoutFactor(tx)
    .select(['m.id', secondFactorDay.as('day')])
    .where(sql<boolean>`${secondFactorDay} <= ${today} + ${days}::integer`)
    .where(sql<boolean>`m.second_factor_reminded_for is distinct from ${secondFactorDay}`)
    .orderBy('m.id')
    .forUpdate('m')
    .execute()
  for (const { id, day } of found) await tx.updateTable('members').set({ second_factor_reminded_for: day }).where('id', '=', id).execute()
  return found
}
