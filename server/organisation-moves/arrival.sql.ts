import type pg from 'pg'

/** What the other database knows of a move. `unknown`: nothing, so that it is not the database with which the move began. */
export type Arrival = 'announced' | 'arrived' | 'given up' | 'unknown'

/** Notes in the other database that an organisation is coming, before it is shut in this one. */
export const announceMove = (target: pg.Client, organisationId: string, moveId: string) =>
  target.query(
    `insert into arriving_organisations (id, move_id) values ($1, $2)
     on conflict (id) do update set move_id = excluded.move_id, arrived_at = null, given_up_at = null`,
    [organisationId, moveId],
  )

/** Locks the note until the transaction ends, if there is one. Waits for a transaction that copies, until it is known how it ended. */
export async function lockArrival(target: pg.Client, organisationId: string, moveId: string): Promise<Arrival> {
  const { rows } = await target.query<{ arrival: Arrival }>(
    `select case when arrived_at is not null then 'arrived' when given_up_at is not null then 'given up' else 'announced' end as arrival
     from arriving_organisations where id = $1 and move_id = $2 for update`,
    [organisationId, moveId],
  )
  return rows[0]?.arrival ?? 'unknown'
}

/** Notes, in the transaction that copies, that everything is there. */
export const setArrived = (target: pg.Client, organisationId: string) =>
  target.query('update arriving_organisations set arrived_at = now() where id = $1', [organisationId])

/** A move that was given up is never continued. Returns whether it could still be given up. */
export async function giveUpMove(target: pg.Client, organisationId: string, moveId: string) {
  const { rowCount } = await target.query(
    'update arriving_organisations set given_up_at = now() where id = $1 and move_id = $2 and arrived_at is null',
    [organisationId, moveId],
  )
  return rowCount === 1
}
