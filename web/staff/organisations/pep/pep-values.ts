import type { PepConfig } from '#contract/organisations.ts'
import { pepAddress } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'

export type PepValues = { address: string; clientId: string; clientSecret: string; findsDepartments: boolean; findsClinics: boolean }

export const pepValuesOf = (config: PepConfig | undefined): PepValues => ({
  address: config?.address ?? '',
  clientId: config?.clientId ?? '',
  clientSecret: '',
  findsDepartments: config?.findsDepartments ?? false,
  findsClinics: config?.findsClinics ?? false,
})

/** A secret that is set goes to the address it was set for, and to no other. */
export const checkPep = (values: PepValues, config: PepConfig | undefined) => ({
  address: firstError(values.address, [validate.required, pepAddress], 'Address'),
  clientId: firstError(values.clientId, [validate.required], 'Client ID'),
  clientSecret:
    config?.address === values.address.trim() ? undefined : firstError(values.clientSecret, [validate.required], 'Client secret'),
})

/** An empty secret leaves the one that is set. */
export const bodyOf = ({ clientSecret, ...values }: PepValues) => ({
  enabled: true as const,
  ...values,
  ...(clientSecret.trim() && { clientSecret }),
})
