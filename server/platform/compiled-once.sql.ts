import { type Compilable, type RawBuilder, sql } from 'kysely'

import { isBoundToOrganisation, nameOf, sendNow, type Tx } from './database.ts'

/** A value of a query that is not known yet when the query is built. */
export type Later<T> = RawBuilder<T>
type ValuesOf<Laters extends unknown[]> = { [K in keyof Laters]: Laters[K] extends Later<infer T> ? T : never }

/** Stands among the parameters of a compiled query for the value of this number. */
class Place {
  readonly nth: number
  constructor(nth: number) {
    this.nth = nth
  }
}

/**
 * A query that is built and compiled at its first use, once for transactions of an organisation and once for others, and afterwards only sent. For
 * what many calls ask, and what differs in its values alone: building and compiling a query of thirty columns takes as long as sending it. The
 * statement is sent before this function returns, as by `sendNow`.
 */
export function compiledOnce<Laters extends Later<unknown>[], Row>(build: (tx: Tx, ...values: Laters) => Compilable<Row>) {
  const compiled: { [kind in 'ofOrganisation' | 'unbound']?: { name: string; text: string; parameters: readonly unknown[] } } = {}
  return async (tx: Tx, ...values: ValuesOf<Laters>): Promise<Row[]> => {
    const { name, text, parameters } = (compiled[isBoundToOrganisation(tx) ? 'ofOrganisation' : 'unbound'] ??= compile(tx, build))
    const { rows } = await sendNow(tx, { name, text, values: parameters.map((one) => (one instanceof Place ? values[one.nth] : one)) })
    return rows as Row[] // of the type that the query builder gave to the query
  }
}

function compile<Laters extends Later<unknown>[], Row>(tx: Tx, build: (tx: Tx, ...values: Laters) => Compilable<Row>) {
  const places = Array.from({ length: build.length - 1 }, (_, nth) => sql.val(new Place(nth)))
  const { sql: text, parameters } = build(tx, ...(places as unknown[] as Laters)).compile()
  return { name: nameOf(text), text, parameters }
}

/** A statement of raw SQL, for `compiledOnce`. */
export const compilable = <Row>(tx: Tx, statement: RawBuilder<Row>): Compilable<Row> => ({ compile: () => statement.compile(tx) })
