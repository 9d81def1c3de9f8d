import type { BulkAct } from '#domain/worklists.ts'
import { Checkbox } from '#web/staff/form-fields.tsx'
import type { Bind } from '#web/staff/use-fields.ts'

import { bulkWords, countedRequests, type Consequences } from './bulk-acts.ts'

type ConsequencesProps = {
  act: BulkAct
  consequences: Consequences
  onTick?: (isTicked: boolean) => void
} & Bind<boolean>

/** The consequences of a bulk change, shown before the change. */
export function ConsequencesInWords({ act, consequences, ...takeOver }: ConsequencesProps) {
  const { able, already, unable, waiting, takenByOthers } = consequences
  const isGiving = act === 'assign' || act === 'unassign'
  const isEnding = act === 'close' || act === 'mark_sent_in_error'
  return (
    <>
      {isEnding && waiting > 0 && (
        <p>
          <b>{countedRequests(waiting)}</b> {waiting === 1 ? 'has' : 'have'} not been answered. The {waiting === 1 ? 'patient' : 'patients'}{' '}
          will no longer be able to answer.
        </p>
      )}
      {act === 'reopen' && able > 0 && (
        <p>The form requests return to their earlier status. Patients who have not answered can answer again.</p>
      )}
      {already > 0 && (
        <p>
          {countedRequests(already)} {already === 1 ? 'is' : 'are'} already {bulkWords[act].done}.
        </p>
      )}
      {unable > 0 && (
        <p>
          {countedRequests(unable)} cannot be {bulkWords[act].done} in {unable === 1 ? 'its' : 'their'} current status and will not change.
        </p>
      )}
      {takenByOthers > 0 && (
        <Checkbox
          label={`Take over ${countedRequests(takenByOthers)} assigned to someone else`}
          hint={`${isGiving ? 'Taking over is recorded.' : 'They are assigned to you, and taking over is recorded.'} Otherwise they do not change.`}
          {...takeOver}
        />
      )}
    </>
  )
}
