import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

import type { ListedDuplicate } from '#contract/patient-merges.ts'
import type { Patient } from '#contract/patients.ts'
import { formatDate } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { notify } from '#web/ui/notify.ts'
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
  const ruling = useRuling(id)
  const [open, ruledOut] = [true, false].map((isOpen) => found.data?.filter((one) => (one.ruledOut === null) === isOpen) ?? [])
  return (
    <Panel>
      <LabelledSection label={words.title} description={words.text}>
        {found.isError ? (
          <LoadError of={found} />
        ) : !found.data ? (
          <Skeleton lines={4} />
        ) : (
          <Stack>
            {found.data.length === 0 && <p>{words.none}</p>}
            {open!.map((one) => (
              <Duplicate key={one.id} duplicate={one}>
                <Button size="sm" onClick={() => setOtherId(one.id)}>
                  {words.compare}
                  <VisuallyHidden>{words.compareWith(one.fullName, formatDate(one.dateOfBirth))}</VisuallyHidden>
                </Button>
                {!one.agreesIn.includes('nhsNumber') && <RulingButton ruling={ruling} duplicate={one} isRuledOut />}
              </Duplicate>
            ))}
            {ruledOut!.length > 0 && <h3>{words.ruledOutTitle}</h3>}
            {ruledOut!.map((one) => (
              <Duplicate key={one.id} duplicate={one}>
                <RulingButton ruling={ruling} duplicate={one} isRuledOut={false} />
              </Duplicate>
            ))}
            {ruling.isError && <Alert kind="danger">{wordsOf(ruling.error)}</Alert>}
          </Stack>
        )}
      </LabelledSection>
      <Dialog title={words.dialogTitle} size="lg" isOpen={otherId !== undefined} onClose={close}>
        <Suspense fallback={<Skeleton lines={10} />}>{otherId && <MergeForm id={id} otherId={otherId} onDone={close} />}</Suspense>
      </Dialog>
    </Panel>
  )
}

/** Notes that another record is of somebody else, or takes that back. The list is read again. */
function useRuling(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ otherId, isRuledOut }: { otherId: string; isRuledOut: boolean }) =>
      api.patientMerges.ruleOut({ params: { id, otherId }, body: { isRuledOut } }),
    onSuccess: async (_done, { isRuledOut }) => {
      await queryClient.invalidateQueries({ queryKey: [api.patientMerges.listDuplicates.key] })
      notify({ label: isRuledOut ? words.isRuledOut : words.isReopened, kind: 'success' })
    },
  })
}

type Ruling = ReturnType<typeof useRuling>

/** The button that takes a ruling back stands in another place than the one that makes it, and gets the focus of the one that was pressed. */
function RulingButton({ ruling, duplicate, isRuledOut }: { ruling: Ruling; duplicate: ListedDuplicate; isRuledOut: boolean }) {
  const { id, fullName, dateOfBirth } = duplicate
  const isPressed = ruling.variables?.otherId === id
  const button = useRef<HTMLButtonElement>(null)
  const [replacesPressed] = useState(isPressed)
  useEffect(() => {
    if (replacesPressed) button.current?.focus()
  }, [replacesPressed])
  return (
    <Button
      ref={button}
      size="sm"
      isPending={isPressed && ruling.isPending && ruling.variables?.isRuledOut === isRuledOut}
      onClick={() => ruling.mutate({ otherId: id, isRuledOut })}
    >
      {isRuledOut ? words.ruleOut : words.reopen}
      <VisuallyHidden>{words.ruleOutOf(fullName, formatDate(dateOfBirth))}</VisuallyHidden>
    </Button>
  )
}

function Duplicate({ duplicate, children }: { duplicate: ListedDuplicate; children: ReactNode }) {
  const { id, fullName, nhsNumber, dateOfBirth, localPatientId, address, archived, agreesIn, ruledOut } = duplicate
  const about = [
    nhsNumber ? formatNhsNumber(nhsNumber) : words.noNhsNumber,
    formatDate(dateOfBirth),
    localPatientId,
    address.town,
    address.postcode,
  ]
  return (
    <Stack gap="sm">
      <div>
        <Row>
          <Link href={pathTo('patientDetails', { id })}>{fullName}</Link>
          {archived && <Badge kind="dark">{words.archived}</Badge>}
        </Row>
        <div>{about.filter(Boolean).join(' · ')}</div>
        <div className="muted">{words.agreesIn(agreesIn.map((detail) => words.details[detail]).join(', '))}</div>
        {ruledOut && <div className="muted">{words.ruledOut(ruledOut.by, formatDateTime(ruledOut.at))}</div>}
      </div>
      <Row>{children}</Row>
    </Stack>
  )
}
