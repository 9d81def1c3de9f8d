import { useQuery } from '@tanstack/react-query'

import type { FormDetails } from '#contract/forms.ts'
import type { VersionText } from '#domain/form/difference/change.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { versionWords } from './words.ts'

/** A version by its number, or the draft. */
export type Which = number | 'draft'

export const versionName = (which: Which, { version }: Pick<FormDetails, 'version'>) =>
  which === 'draft' ? 'Draft' : which === version ? versionWords.live(which) : versionWords.version(which)

/** Reads a version from the URL or a select. Undefined if the form has no such version. */
export function readWhich(value: unknown, { version }: FormDetails): Which | undefined {
  if (value === 'draft') return 'draft'
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= (version ?? 0) ? number : undefined
}

/** The text of a version or of the draft. */
export function useVersionText(form: FormDetails, which: Which) {
  const isDraft = which === 'draft'
  const found = useQuery({
    ...q(api.forms.getVersion, { params: { id: form.id, version: isDraft ? 1 : which } }),
    enabled: !isDraft,
    staleTime: Infinity,
  })
  const text: VersionText | undefined = isDraft ? { ...form, definition: form.draft } : found.data
  return { text, failed: isDraft ? undefined : found }
}
