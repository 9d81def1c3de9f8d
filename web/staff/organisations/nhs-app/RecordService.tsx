import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { NhsAppSettings } from '#contract/nhs-app.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { recordServiceWords as words } from './words.ts'

type RecordServiceProps = { organisationId: string; isOn: boolean; state: NhsAppSettings['recordService'] }

/** How far the sending of NHS numbers is, and what went wrong. */
export function RecordService({ organisationId, isOn, state }: RecordServiceProps) {
  return (
    <LabelledSection
      label={words.label}
      description={state.isConfigured && isOn ? `${words.description} ${words.sending}` : words.description}
    >
      {state.isConfigured ? (
        <Stack>
          {!isOn && <Alert>{words.off}</Alert>}
          {state.lastError && (
            <Alert kind="danger" title={state.lastError}>
              {state.nextTryAt && words.nextTry(formatDateTime(state.nextTryAt))}
            </Alert>
          )}
          <SummaryList rows={rowsOf(state)} />
          {isOn && (
            <Row>
              <ReplayButton organisationId={organisationId} />
            </Row>
          )}
        </Stack>
      ) : (
        <Alert>{words.notConfigured}</Alert>
      )}
    </LabelledSection>
  )
}

const rowsOf = ({ waiting, acknowledged, ended, refused, lastSentAt }: NhsAppSettings['recordService']) => [
  { label: words.waiting, value: words.patients(waiting) },
  { label: words.acknowledged, value: words.patients(acknowledged) },
  { label: words.lastSent, value: lastSentAt ? formatDateTime(lastSentAt) : words.never },
  ...(ended > 0 ? [{ label: words.ended, value: <Explained figure={words.patients(ended)} hint={words.endedHint} /> }] : []),
  ...(refused > 0 ? [{ label: words.refused, value: <Explained figure={words.patients(refused)} hint={words.refusedHint} /> }] : []),
]

const Explained = ({ figure, hint }: { figure: string; hint: string }) => (
  <>
    {figure}
    <div className="muted">{hint}</div>
  </>
)

function ReplayButton({ organisationId }: { organisationId: string }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const replay = useMutation({
    mutationFn: () => api.nhsApp.replay({ params: { id: organisationId } }),
    onSuccess: async () => {
      setAsking(false)
      await queryClient.invalidateQueries({ queryKey: [api.nhsApp.get.key] })
      notify({ label: words.replaying, kind: 'success' })
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.replay}</Button>
      <ConfirmDialog
        title={words.replayTitle}
        isOpen={isAsking}
        confirmLabel={words.replay}
        kind="primary"
        isPending={replay.isPending}
        error={replay.isError ? wordsOf(replay.error) : undefined}
        onConfirm={() => replay.mutate()}
        onClose={() => {
          setAsking(false)
          replay.reset()
        }}
      >
        <p>{words.replayText}</p>
      </ConfirmDialog>
    </>
  )
}
