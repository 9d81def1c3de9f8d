import type { Organisation } from '#contract/organisations.ts'
import { odsCode } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'

/** What an organisation is known by. */
export type DetailsValues = { name: string; odsCode: string; code: string; vitalType: string; regulatoryBody: string }

export const noDetails: DetailsValues = { name: '', odsCode: '', code: '', vitalType: '', regulatoryBody: '' }

export const detailsOf = ({ name, odsCode, code, vitalType, regulatoryBody }: Organisation): DetailsValues => ({
  name,
  odsCode,
  code,
  vitalType,
  regulatoryBody,
})

/** The rules of the contract, said while typing. */
export const checkDetails = (values: DetailsValues) => ({
  name: firstError(values.name, [validate.required], 'Name'),
  odsCode: firstError(values.odsCode, [validate.required, odsCode], 'ODS Code'),
})
