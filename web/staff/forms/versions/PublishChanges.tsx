import { useMemo } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { differencesOf, meaningCount, type VersionText } from '#domain/form/difference/difference.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'

import { DifferenceList, differenceWords } from './DifferenceList.tsx'
import { KeptRequests } from './OpenRequests.tsx'
import { useVersionText } from './version-text.ts'

/** What the draft changes in the live version; nothing before there is one. */
export function useChangesToLive(form: FormDetails, { title, description, definition }: VersionText) {
  const { text: live } = useVersionText(form, form.version ?? 'draft')
  const isNew = form.version === null
  return useMemo(
    () => (isNew || !live ? undefined : differencesOf(live, { title, description, definition })),
    [isNew, live, title, description, definition],
  )
}

type PublishChangesProps = { form: FormDetails; changes: ReturnType<typeof useChangesToLive> }

/** Before a version is published: what is new in it, and whom it does not reach (FORM-8). */
export function PublishChanges({ form, changes }: PublishChangesProps) {
  if (form.version === null) return <p>New form requests will ask this version.</p>
  const words = changes && `Compared with version ${form.version}: ${differenceWords(changes)}`
  return (
    <Stack>
      <p>New form requests will ask this version.</p>
      {words && (meaningCount(changes) > 0 ? <Alert kind="warning">{words}</Alert> : <p>{words}</p>)}
      {changes && changes.length > 0 && (
        <ScrollRegion label={`Changes since version ${form.version}`} className="difference-box">
          <DifferenceList differences={changes} />
        </ScrollRegion>
      )}
      <KeptRequests id={form.id} />
    </Stack>
  )
}
