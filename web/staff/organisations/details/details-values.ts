import type { Organisation } from '#contract/organisations.ts'
import { odsCode } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { organisationLabels } from '#web/staff/organisations/words.ts'

/** The identifying details of an organisation. */
export type DetailsValues = { name: string; odsCode: string; code: string; vitalType: string; regulatoryBody: string }

export const noDetails: DetailsValues = { name: '', odsCode: '', code: '', vitalType: '', regulatoryBody: '' }

export const detailsOf = ({ name, odsCode, code, vitalType, regulatoryBody }: Organisation): DetailsValues => ({
  name,
  odsCode,
  code,
  vitalType,
  regulatoryBody,
})

/** The rules of the contract, checked while the user types. */
export const checkDetails = (values: DetailsValues) => ({
  name: firstError(values.name, [validate.required], organisationLabels.name),
  odsCode: firstError(values.odsCode, [validate.required, odsCode], organisationLabels.odsCode),
})
