import type { PepConfig } from '#contract/organisations.ts'
import { pepAddress } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { pepWords } from '#web/staff/organisations/words.ts'

export type PepValues = { address: string; clientId: string; clientSecret: string; findsDepartments: boolean; findsClinics: boolean }

export const pepValuesOf = (config: PepConfig | undefined): PepValues => ({
  address: config?.address ?? '',
  clientId: config?.clientId ?? '',
  clientSecret: '',
  findsDepartments: config?.findsDepartments ?? false,
  findsClinics: config?.findsClinics ?? false,
})

/** A new address needs the secret again, so that a saved secret is never sent to another address. */
export const checkPep = (values: PepValues, config: PepConfig | undefined) => ({
  address: firstError(values.address, [validate.required, pepAddress], pepWords.address),
  clientId: firstError(values.clientId, [validate.required], pepWords.clientId),
  clientSecret:
    config?.address === values.address.trim() ? undefined : firstError(values.clientSecret, [validate.required], pepWords.clientSecret),
})

/** An empty secret keeps the saved one. */
export const bodyOf = ({ clientSecret, ...values }: PepValues) => ({
  enabled: true as const,
  ...values,
  ...(clientSecret.trim() && { clientSecret }),
})
