import { z } from 'zod'

import {
  worklistFilter,
  worklistFilterNames,
  worklistFilters,
  countedFilterNames,
  type CountedFilterName,
  type TakenBy,
  type WorklistFilter,
  type WorklistFilterName,
} from '#domain/worklist-filters.ts'
import { readAnswerKey } from '#domain/form/answer-key.ts'
import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'

import { flag, IsoDate, oneOrMore } from './lists.ts'
import { searchText } from './fields.ts'

/** What a call may give for a filter, and what the server gets. */
type Filter<Output, Input = Output> = z.ZodOptional<z.ZodType<Output, Input>>
type Several<Value> = Filter<Value[], Value | Value[]>
type SchemaOf<Takes> = Takes extends { kind: 'choices'; values: readonly (infer Value)[] }
  ? Several<Value>
  : Takes extends { kind: 'choice'; values: readonly (infer Value)[] }
    ? Filter<Value>
    : Takes extends { kind: 'texts' | 'ids' | 'ids or none' | 'assignees' | 'answers' }
      ? Several<string>
      : Takes extends { kind: 'flag' }
        ? Filter<boolean, boolean | 'true' | 'false'>
        : Filter<string>

function schemaOf(takes: WorklistFilter['takes']): z.ZodType {
  switch (takes.kind) {
    case 'choices':
      return oneOrMore(z.enum(takes.values))
    case 'choice':
      return z.enum(takes.values)
    case 'texts':
      return oneOrMore(searchText(takes.maxLength))
    case 'ids':
      return oneOrMore(z.uuid())
    case 'ids or none':
      return oneOrMore(z.union([z.uuid(), z.literal('none')]))
    case 'assignees':
      return oneOrMore(z.union([z.uuid(), z.literal('me'), z.literal('none')]))
    case 'answers':
      return oneOrMore(AnswerKey)
    case 'flag':
      return flag
    case 'day':
      return IsoDate
    case 'id':
      return z.uuid()
    case 'search':
      return searchText(takes.maxLength)
  }
}

/** `question:value`, an answer to a question with one choice. Part of an address, so its length is limited. */
const AnswerKey = searchText(265).refine((text) => readAnswerKey(text) !== undefined, 'Answer is not valid.')

const shape = Object.fromEntries(worklistFilterNames.map((name) => [name, schemaOf(worklistFilter(name).takes).optional()]))

/** The filters of the worklist (domain/worklist-filters.ts). Dates are whole days, both ends included (Europe/London). */
export const RequestFilters = z.object(
  shape as { [Name in WorklistFilterName]: SchemaOf<TakenBy<Name>> }, // each is made by schemaOf() from the same entry
)
export type RequestFilters = z.output<typeof RequestFilters>

const count = z.number().int()
const counts = z.array(z.object({ value: z.string(), label: z.string(), count }))
const byStatus = z.record(z.enum(requestStatuses), count)
type GroupingOf<Name extends CountedFilterName> = Name extends 'status'
  ? z.ZodRecord<z.ZodEnum<{ [Status in RequestStatus]: Status }>, z.ZodNumber>
  : TakenBy<Name> extends { kind: 'flag' }
    ? z.ZodNumber
    : typeof counts

const groupings = Object.fromEntries(
  countedFilterNames.map((name) => [name, name === 'status' ? byStatus : worklistFilters[name].takes.kind === 'flag' ? count : counts]),
)

/** How many requests each value of a filter would show while the other filters stay: of a flag, how many have it. */
export const RequestGroupings = z.object(
  groupings as unknown as { [Name in CountedFilterName]: GroupingOf<Name> }, // made from the same table
)
export type RequestGroupings = z.infer<typeof RequestGroupings>
