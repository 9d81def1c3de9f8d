import { useMemo } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import type { VersionText } from '#domain/form/difference/change.ts'
import { differencesOf, meaningCount } from '#domain/form/difference/difference.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'

import { DifferenceList, summaryOf } from './Comparison.tsx'
import { KeptRequests } from './OpenRequests.tsx'
import { useVersionText } from './version-text.ts'
import { publishChangesWords as words } from './words.ts'

/** The differences between the live version and the draft. Undefined if no version is live. */
export function useChangesToLive(form: FormDetails, { title, description, definition }: VersionText) {
  const { text: live } = useVersionText(form, form.version ?? 'draft')
  const isNew = form.version === null
  return useMemo(
    () => (isNew || !live ? undefined : differencesOf(live, { title, description, definition })),
    [isNew, live, title, description, definition],
  )
}

type PublishChangesProps = { form: FormDetails; changes: ReturnType<typeof useChangesToLive> }

/** Shown before publishing: the changes, and the open form requests that keep their version (FORM-8). */
export function PublishChanges({ form, changes }: PublishChangesProps) {
  if (form.version === null) return <p>{words.newRequests}</p>
  const summary = changes && words.comparedWith(form.version, summaryOf(changes))
  return (
    <Stack>
      <p>{words.newRequests}</p>
      {summary && (meaningCount(changes) > 0 ? <Alert kind="warning">{summary}</Alert> : <p>{summary}</p>)}
      {changes && changes.length > 0 && (
        <ScrollRegion label={words.changesSince(form.version)} className="difference-box">
          <DifferenceList differences={changes} />
        </ScrollRegion>
      )}
      <KeptRequests id={form.id} />
    </Stack>
  )
}
