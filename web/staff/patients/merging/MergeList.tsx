import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { PatientMerge } from '#contract/patient-merges.ts'
import { formatDateTime } from '#domain/moments.ts'
import { mergeReasonLabels } from '#domain/patient-merge.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { mergeListWords as words } from './words.ts'

/** The merges in which a record was kept or merged, each with its undo. */
export function MergeList({ id }: { id: string }) {
  const found = useQuery(q(api.patientMerges.list, { params: { id } }))
  const [undoing, setUndoing] = useState<PatientMerge>()
  const queryClient = useQueryClient()
  const router = useRouter()
  const undo = useMutation({
    mutationFn: api.patientMerges.undo,
    onSuccess: async (merged) => {
      setUndoing(undefined)
      await queryClient.invalidateQueries()
      await router.navigate({ to: pathTo('patientDetails', { id: merged.id }) })
      notify({ label: words.done, kind: 'success' })
    },
  })
  return (
    <Panel>
      <LabelledSection label={words.title}>
        {found.isError ? (
          <LoadError of={found} />
        ) : !found.data ? (
          <Skeleton lines={3} />
        ) : found.data.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <Stack>
            {found.data.map((merge) => (
              <Merge key={merge.id} merge={merge} id={id} onUndo={() => setUndoing(merge)} />
            ))}
          </Stack>
        )}
      </LabelledSection>
      <ConfirmDialog
        title={words.undoing.title}
        isOpen={undoing !== undefined}
        confirmLabel={words.undoing.confirm}
        isPending={undo.isPending}
        error={undo.isError ? wordsOf(undo.error) : undefined}
        onConfirm={() => undoing && undo.mutate({ params: { id: undoing.merged.id } })}
        onClose={() => {
          setUndoing(undefined)
          undo.reset()
        }}
      >
        {undoing?.undo && <WhatIsUndone undo={undoing.undo} />}
      </ConfirmDialog>
    </Panel>
  )
}

function Merge({ merge, id, onUndo }: { merge: PatientMerge; id: string; onUndo: () => void }) {
  const { kept, merged, mergedBy, mergedAt, reason, note, undoneBy, undoneAt, undoUntil, undo } = merge
  return (
    <div>
      <p>
        <strong>{words.merged(merged.fullName, kept.fullName)}</strong>
      </p>
      <p>{words.by(mergedBy, formatDateTime(mergedAt))}</p>
      <p>{mergeReasonLabels[reason]}</p>
      {note && <p>{note}</p>}
      {undoneAt && <p>{words.undone(undoneBy ?? '', formatDateTime(undoneAt))}</p>}
      {undo && <p className="muted">{undo.refusal ?? words.until(formatDateTime(undoUntil))}</p>}
      <Row>
        <ButtonLink size="sm" href={pathTo('patientDetails', { id: id === kept.id ? merged.id : kept.id })}>
          {id === kept.id ? words.openMerged : words.openKept}
        </ButtonLink>
        {undo && undo.refusal === null && (
          <Button size="sm" onClick={onUndo}>
            {words.undo}
          </Button>
        )}
      </Row>
    </div>
  )
}

function WhatIsUndone({ undo }: { undo: NonNullable<PatientMerge['undo']> }) {
  const { formRequests, series, newFormRequests, answeredSince, restored, unrestored } = undo
  return (
    <>
      <p>{formRequests + series > 0 ? words.undoing.back(formRequests, series) : words.undoing.nothing}</p>
      {answeredSince > 0 && (
        <p>
          <strong>{words.undoing.answered(answeredSince)}</strong>
        </p>
      )}
      {restored.length > 0 && <p>{words.undoing.restored(restored)}</p>}
      {unrestored.length > 0 && <p>{words.undoing.unrestored(unrestored)}</p>}
      {newFormRequests > 0 && <p>{words.undoing.stays(newFormRequests)}</p>}
      {formRequests > 0 && <p>{words.undoing.unsent}</p>}
      <p>{words.undoing.stops}</p>
    </>
  )
}
