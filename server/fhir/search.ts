import { maxResources } from '#contract/fhir.ts'
import { type FhirResponse, serviceAddress } from '#contract/route.ts'
import { readSearchDate } from '#domain/fhir/search-date.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import type { Asked, Place } from './resources.sql.ts'
import type { Served } from './write-resources.ts'

/** The parameters of a search, without those of paging. */
type Parameters = Record<string, string | string[] | undefined>
type Page = { search: Parameters; count: number; after?: Place | undefined }
type Found = { place: Place; patientId?: string; resource: Served }

export type Search = {
  type: 'Questionnaire' | 'QuestionnaireResponse' | 'Task'
  /** The parameters were in the body, because an address must not have them. */
  isByPost?: boolean
  find: (search: Parameters, asked: Asked) => Promise<Found[]>
  /** Records in the audit log what a page shows. */
  record: (shown: readonly Found[]) => Promise<unknown>
}

/**
 * One page of a search as a searchset. The link to the next page has the whole search, encrypted, and the last row of this page, so that rows
 * that are added or removed move no row to another page, and so that no NHS number is in an address.
 */
export async function searchFor(ctx: Context, given: object, { type, isByPost = false, find, record }: Search): Promise<FhirResponse> {
  const { _count, _page, _format: _, ...search } = given as Parameters & { _count: number; _page?: string }
  const page: Page = _page === undefined ? { search, count: Math.min(_count, maxResources) } : openPage(ctx, type, _page)
  const found = await find(page.search, { after: page.after, limit: page.count + 1 })
  const shown = found.slice(0, page.count)
  await record(shown)
  const address = baseOf(ctx) + type
  const pageLink = (one: Page) => `${address}?_page=${sealPage(ctx, type, one)}`
  const last = shown.at(-1)
  const isInAddress = !isByPost && _page === undefined
  return {
    resource: {
      resourceType: 'Bundle',
      type: 'searchset',
      link: [
        { relation: 'self', url: isInAddress ? `${address}?${parametersOf(page)}` : pageLink(page) },
        ...(found.length > page.count && last ? [{ relation: 'next', url: pageLink({ ...page, after: last.place }) }] : []),
      ],
      // An empty list is no valid element.
      ...(shown.length > 0 && {
        entry: shown.map(({ resource }) => ({ fullUrl: `${address}/${resource.id}`, resource, search: { mode: 'match' } })),
      }),
    },
  }
}

export const baseOf = ({ services }: Context) => `${services.config.PUBLIC_URL}${serviceAddress.fhir}/`

const parametersOf = ({ search, count }: Page) =>
  new URLSearchParams([
    ...Object.entries(search).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
    ['_count', String(count)],
  ]).toString()

const purpose = 'fhir-page'

const sealPage = ({ services, organisationId }: Context, type: string, page: Page) =>
  services.keys.seal(Buffer.from(JSON.stringify([organisationId, type, page])), purpose).toString('base64url')

function openPage({ services, organisationId }: Context, type: string, sealed: string): Page {
  try {
    const plain = services.keys.unseal(Buffer.from(sealed, 'base64url'), purpose).toString()
    const [of, ofType, page] = JSON.parse(plain) as [string, string, Page] // sealed by sealPage()
    if (of === organisationId && ofType === type) return page
  } catch {
    // Changed or invented: refused below.
  }
  throw fieldProblem('_page', 'The page is not valid. Start the search again.')
}

/** The id of a reference such as `Questionnaire/…`. */
export const idOf = (reference: string | string[] | undefined) => textOf(reference)?.split('/').at(-1)
export const textOf = (value: string | string[] | undefined) => [value ?? []].flat()[0]
export const listOf = (value: string | string[] | undefined) => textOf(value)?.split(',')
export const nhsNumberOf = (identifier: string | string[] | undefined) => textOf(identifier)?.split('|').at(-1)
/** The contract has checked that every date can be read. */
export const rangesOf = (...values: (string | string[] | undefined)[]) => {
  const ranges = values.flatMap((value) => value ?? []).flatMap((one) => readSearchDate(one) ?? [])
  return ranges.length > 0 ? ranges : undefined
}
