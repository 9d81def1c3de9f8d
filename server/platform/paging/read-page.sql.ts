import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import { maxCursorLength } from '#contract/lists.ts'
import type { Context } from '#server/platform/context.ts'

import { openCursor, sealCursor, type Place } from './cursor.ts'
import { findNearestStart, type Known, type Start } from './nearest-start.ts'

const typeOf = {
  timestamptz: sql`timestamptz`,
  date: sql`date`,
  text: sql`text`,
  uuid: sql`uuid`,
  bigint: sql`bigint`,
  integer: sql`integer`,
  boolean: sql`boolean`,
}
const directions = { asc: sql`asc`, desc: sql`desc` }
const comparisons = { asc: { beyond: sql`>`, orAt: sql`>=` }, desc: { beyond: sql`<`, orAt: sql`<=` } }

/** A column of an order, with its type in the database. */
export type OrderColumn = { column: RawBuilder<unknown>; type: keyof typeof typeOf }
export type Order = {
  direction: 'asc' | 'desc'
  /** An index of the organisation and exactly these columns serves every page in both directions. The last column is the id. */
  columns: OrderColumn[]
  /** The first column may be null. Nulls come last in both directions. */
  mayBeBlank?: boolean
  /** The first column is true or false. Each has an index, or a part of one, of the other columns. */
  isFlagFirst?: boolean
}
type Asked = { page: number; limit: number; cursor?: string | undefined }
type List = Known & {
  /** Identifies the list, its filters and its order. A cursor of another list is ignored. */
  name: unknown[]
  from: RawBuilder<unknown>
  where: Expression<SqlBool>
  order: Order
}
/** A part of the list that is one range of an index. */
type Run = {
  where: RawBuilder<SqlBool>
  columns: OrderColumn[]
  hasRow: (place: Place) => boolean
  /** The value of the first column in every row: the index of a part of the table does not hold it. */
  head?: RawBuilder<unknown>
}

/**
 * The ids of one page of a long list, and a cursor for its neighbours. The page is read from the nearest known row. Skipped rows are read
 * from the index only.
 */
export async function readPage<Id extends string | number = string>(
  ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
  asked: Asked,
  list: List,
) {
  const { keys } = ctx.services
  const made = JSON.stringify([ctx.organisationId, asked.limit, ...list.name])
  const cursor = openCursor(keys, made, asked.cursor)
  let start = await findNearestStart(asked.page, asked.limit, cursor, list)
  let places = await read(ctx, list, start)
  // Rows before the page were deleted, so the page starts at the start of the list.
  if (start.direction === 'backwards' && places.length < start.take) {
    start = await findNearestStart(asked.page, asked.limit, undefined, list)
    places = await read(ctx, list, start)
  }
  const [first, last] = [places[0], places.at(-1)]
  const sealed = first && last && sealCursor(keys, made, { page: asked.page, first, last })
  return {
    places,
    ids: places.map((place) => place.at(-1) as Id), // the order's last column
    ...(sealed && sealed.length <= maxCursorLength && { cursor: sealed }),
  }
}

async function read(ctx: Pick<Context, 'tx'>, list: List, { direction, skip, take, ...start }: Start): Promise<Place[]> {
  const isBackwards = direction === 'backwards'
  const way = (list.order.direction === 'asc') === isBackwards ? 'desc' : 'asc'
  const found: Place[] = []
  let left = skip
  for (const run of runsOf(list.order, isBackwards, start, way)) {
    const places = await select(ctx, list, run, way, take - found.length, left)
    found.push(...places)
    if (found.length === take) break
    // The range ended before the page did. The rows that it skipped are counted only if it skipped all of its rows.
    if (left > 0) left = places.length > 0 ? 0 : left - (await count(ctx, list, run))
  }
  return isBackwards ? found.toReversed() : found
}

function runsOf(
  order: Order,
  isBackwards: boolean,
  { from, isIncluded = false }: Pick<Start, 'from' | 'isIncluded'>,
  way: 'asc' | 'desc',
): Run[] {
  const runs = wholeRunsOf(order, isBackwards, way)
  if (typeof from === 'string') return runs
  const here = runs.findIndex(({ hasRow }) => hasRow(from))
  const { where, ...run } = runs[here]!
  const skipped = order.columns.length - run.columns.length
  const values = run.columns.map(({ type }, index) => sql`${from[index + skipped]}::${typeOf[type]}`)
  const beyond = comparisons[way][isIncluded ? 'orAt' : 'beyond']
  const fromPlace = sql<SqlBool>`${where} and (${namesOf(run.columns)}) ${beyond} (${sql.join(values)})`
  return [{ ...run, where: fromPlace }, ...runs.slice(here + 1)]
}

/** The runs of the whole list. Where the first column is the same in all rows of a run, the others are its order. */
function wholeRunsOf({ columns, mayBeBlank = false, isFlagFirst = false }: Order, isBackwards: boolean, way: 'asc' | 'desc'): Run[] {
  const [head, ...others] = columns
  if (isFlagFirst) {
    const set: Run = { where: sql`${head!.column}`, columns: others, hasRow: ([flag]) => flag === true, head: sql`true` }
    const unset: Run = { where: sql`not ${head!.column}`, columns: others, hasRow: ([flag]) => flag === false, head: sql`false` }
    return way === 'desc' ? [set, unset] : [unset, set]
  }
  if (!mayBeBlank) return [{ where: sql`true`, columns, hasRow: () => true }]
  const present: Run = { where: sql`${head!.column} is not null`, columns, hasRow: ([value]) => value !== null }
  const blank: Run = { where: sql`${head!.column} is null`, columns: others, hasRow: ([value]) => value === null }
  return isBackwards ? [blank, present] : [present, blank]
}

const namesOf = (columns: OrderColumn[]) => sql.join(columns.map(({ column }) => column))

async function select(
  { tx }: Pick<Context, 'tx'>,
  { from, where, order }: List,
  run: Run,
  way: 'asc' | 'desc',
  limit: number,
  offset: number,
) {
  const by = sql.join(run.columns.map(({ column }) => sql`${column} ${directions[way]}`))
  const values = sql.join(order.columns.map((_, nth) => sql.ref(`value_${nth}`)))
  const named = sql.join(
    order.columns.map(({ column }, nth) => sql`${nth === 0 && run.head ? run.head : column} as ${sql.ref(`value_${nth}`)}`),
  )
  // The limit is part of the query text: a plan for any limit would not use the index. PostgreSQL makes what is selected beside an offset
  // for skipped rows too, so the arrays are made outside, of the rows of the page alone.
  const { rows } = await sql<{ place: Place }>`
    select json_build_array(${values}) as place from (
      select ${named} from ${from} where ${where} and ${run.where}
      order by ${by} limit ${sql.lit(limit)}${offset > 0 ? sql` offset ${offset}` : sql``}) page`.execute(tx)
  return rows.map(({ place }) => place)
}

async function count({ tx }: Pick<Context, 'tx'>, { from, where }: List, run: Run) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where} and ${run.where}`.execute(tx)
  return rows[0]!.count // an aggregate answers one row
}
