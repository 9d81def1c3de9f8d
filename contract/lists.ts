import { z } from 'zod'

const page = z.coerce.number().int().min(1).max(10_000_000).default(1)
const limit = (most: number) => z.coerce.number().int().min(1).max(most).default(10)

/** `name` upwards, `-name` downwards. */
const bothWays = <const S extends readonly string[]>(sorts: S) =>
  [...sorts, ...sorts.map((sort) => `-${sort}`)] as (S[number] | `-${S[number]}`)[] // a template literal type cannot follow map()

/** The maximum length of a cursor; a page with a longer cursor has none. */
export const maxCursorLength = 2_000

/** The query of every list: page, limit, sort (`name` or `-name`) and bracketed filters. */
export const listQuery = <F extends z.ZodObject, const S extends readonly [string, ...string[]]>(
  filters: F,
  sorts: S,
  { most = 100 } = {},
) =>
  z.object({
    page,
    limit: limit(most),
    /** The cursor of an earlier page. Pages near it in a long list are found from it; without it the page number counts. */
    cursor: z.string().max(maxCursorLength).optional(),
    sort: z.enum(bothWays(sorts)).optional(),
    filters: filters.prefault({} as z.input<F>),
  })

/**
 * The response of every list (specification section 3). A long list has a cursor, so that pages do not shift while rows are added or
 * removed.
 */
export const paginated = <D extends z.ZodType>(doc: D) =>
  z.object({ docs: z.array(doc), page: z.number().int(), totalDocs: z.number().int(), cursor: z.string().optional() })

/** A filter that takes one value or several. */
export const oneOrMore = <T extends z.ZodType>(item: T) => z.union([z.array(item).max(200), item.transform((one) => [one])])

/** A boolean in a query string. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** The signed part of a download address that works without a token (server/platform/signed-address.ts). */
export const signature = z.object({ who: z.string().max(200), signature: z.string().max(200) })

export const byId = z.object({ id: z.uuid() })
/** PostgreSQL's calendar has no year 0. */
export const IsoDate = z.iso.date().refine((date) => date >= '0001', 'Date is out of range.')
const firstMoment = Date.parse('0001-01-01T00:00:00Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')
/** A moment between the years 0001 and 9999, in any time zone. */
export const IsoMoment = z.iso.datetime({ offset: true }).refine((moment) => {
  const at = Date.parse(moment)
  // An invalid moment was refused by iso.datetime already.
  return !(at < firstMoment || at > lastMoment)
}, 'Date is out of range.')
export const done = z.object({ done: z.literal(true) })
