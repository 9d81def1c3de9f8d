import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import type { Patient, PossibleDuplicate } from '#contract/patients.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { MergeList } from './MergeList.tsx'
import { duplicateWords as words } from './words.ts'

const MergeForm = lazy(async () => ({ default: (await import('./MergeForm.tsx')).MergeForm }))

/** Other records that may be of the same patient, and the merges of this record (PAT-4). */
export function PatientDuplicates({ patient }: { patient: Patient }) {
  return (
    <Stack>
      {patient.mergedIntoId === null && <Duplicates id={patient.id} />}
      <MergeList id={patient.id} />
    </Stack>
  )
}

function Duplicates({ id }: { id: string }) {
  const found = useQuery(q(api.patientMerges.listDuplicates, { params: { id } }))
  const [otherId, setOtherId] = useState<string>()
  const close = () => setOtherId(undefined)
  return (
    <Panel>
      <LabelledSection label={words.title} description={words.text}>
        {found.isError ? (
          <LoadError of={found} />
        ) : !found.data ? (
          <Skeleton lines={4} />
        ) : found.data.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <Stack>
            {found.data.map((one) => (
              <Duplicate key={one.id} duplicate={one} onCompare={() => setOtherId(one.id)} />
            ))}
          </Stack>
        )}
      </LabelledSection>
      <Dialog title={words.dialogTitle} size="lg" isOpen={otherId !== undefined} onClose={close}>
        <Suspense fallback={<Skeleton lines={10} />}>{otherId && <MergeForm id={id} otherId={otherId} onDone={close} />}</Suspense>
      </Dialog>
    </Panel>
  )
}

function Duplicate({ duplicate, onCompare }: { duplicate: PossibleDuplicate; onCompare: () => void }) {
  const { id, fullName, nhsNumber, dateOfBirth, localPatientId, address, archived, agreesIn } = duplicate
  const about = [
    nhsNumber ? formatNhsNumber(nhsNumber) : words.noNhsNumber,
    formatDate(dateOfBirth),
    localPatientId,
    address.town,
    address.postcode,
  ]
  return (
    <div>
      <Row>
        <Link href={pathTo('patientDetails', { id })}>{fullName}</Link>
        {archived && <Badge kind="dark">{words.archived}</Badge>}
      </Row>
      <p>{about.filter(Boolean).join(' · ')}</p>
      <p className="muted">{words.agreesIn(agreesIn.map((detail) => words.details[detail]).join(', '))}</p>
      <Button size="sm" onClick={onCompare}>
        {words.compare}
        <VisuallyHidden>{words.compareWith(fullName, formatDate(dateOfBirth))}</VisuallyHidden>
      </Button>
    </div>
  )
}
