import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import type { Patient } from '#contract/patients.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useShowPatient } from '#web/staff/patients/use-show-patient.ts'
import { useSession } from '#web/staff/session.ts'
import { useDownload } from '#web/staff/use-download.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { patientRecordWords } from './words.ts'

const HoldForm = lazy(async () => ({ default: (await import('./HoldForm.tsx')).HoldForm }))
const EraseForm = lazy(async () => ({ default: (await import('./EraseForm.tsx')).EraseForm }))

/** The acts on a whole record: subject access, legal hold and erasure (OPS-6). */
export function PatientRecord({ patient }: { patient: Patient }) {
  const { can } = useSession()
  return (
    <>
      {can('patientRecord:export') && <DownloadSection patient={patient} />}
      {can('patientRecord:erase') && <HoldSection patient={patient} />}
      {can('patientRecord:erase') && <EraseSection patient={patient} />}
    </>
  )
}

function DownloadSection({ patient: { id } }: { patient: Patient }) {
  const words = patientRecordWords.download
  const download = useDownload(() => api.patientRecords.download({ params: { id } }))
  return (
    <Panel>
      <LabelledSection label={words.title} description={words.text}>
        <Row>
          <Button isPending={download.isPending} pendingLabel={words.pending} onClick={() => download.mutate()}>
            <Icon name="download" />
            {words.button}
          </Button>
        </Row>
      </LabelledSection>
    </Panel>
  )
}

function HoldSection({ patient }: { patient: Patient }) {
  const words = patientRecordWords.hold
  const [open, setOpen] = useState<'set' | 'end'>()
  const show = useShowPatient()
  const { id, fullName, legalHold } = patient
  const close = () => setOpen(undefined)
  const end = useMutation({
    mutationFn: api.patientRecords.endHold,
    onSuccess: async (updated) => {
      close()
      await show(updated)
      notify({ label: words.ended, kind: 'success' })
    },
  })
  return (
    <Panel>
      <LabelledSection label={words.title} description={words.text}>
        <Row>
          <Button onClick={() => setOpen('set')}>{legalHold ? words.change : words.set}</Button>
          {legalHold && <Button onClick={() => setOpen('end')}>{words.end}</Button>}
        </Row>
      </LabelledSection>
      <Dialog title={legalHold ? words.changeTitle(fullName) : words.setTitle(fullName)} size="md" isOpen={open === 'set'} onClose={close}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <HoldForm patient={patient} onDone={close} />
        </Suspense>
      </Dialog>
      <ConfirmDialog
        title={words.endTitle(fullName)}
        isOpen={open === 'end'}
        confirmLabel={words.end}
        isPending={end.isPending}
        error={end.isError ? wordsOf(end.error) : undefined}
        onConfirm={() => end.mutate({ params: { id } })}
        onClose={() => {
          close()
          end.reset()
        }}
      >
        <p>{words.endText}</p>
      </ConfirmDialog>
    </Panel>
  )
}

function EraseSection({ patient }: { patient: Patient }) {
  const words = patientRecordWords.erase
  const [isAsking, setAsking] = useState(false)
  const { fullName, legalHold, openRequests } = patient
  const refusal = legalHold ? words.held : openRequests > 0 ? words.open : undefined
  return (
    <Panel>
      <LabelledSection label={words.title} description={words.text}>
        {refusal === undefined ? (
          <Row>
            <Button kind="urgent-secondary" onClick={() => setAsking(true)}>
              {words.button}
            </Button>
          </Row>
        ) : (
          <p>{refusal}</p>
        )}
      </LabelledSection>
      <Dialog title={words.dialogTitle(fullName)} size="md" isOpen={isAsking} onClose={() => setAsking(false)}>
        <Suspense fallback={<Skeleton lines={8} />}>
          <EraseForm patient={patient} onCancel={() => setAsking(false)} />
        </Suspense>
      </Dialog>
    </Panel>
  )
}
