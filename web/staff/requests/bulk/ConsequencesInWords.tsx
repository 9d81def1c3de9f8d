import type { BulkAct } from '#domain/worklists.ts'
import { Checkbox } from '#web/staff/form-fields.tsx'
import type { Bind } from '#web/staff/use-fields.ts'

import { bulkWords, countedRequests, type Consequences } from './bulk-acts.ts'

type ConsequencesProps = {
  act: BulkAct
  consequences: Consequences
  onTick?: (isTicked: boolean) => void
} & Bind<boolean>

/** What will come of it, before it is done. */
export function ConsequencesInWords({ act, consequences, ...takeOver }: ConsequencesProps) {
  const { able, already, unable, waiting, takenByOthers } = consequences
  const isGiving = act === 'assign' || act === 'unassign'
  const isEnding = act === 'close' || act === 'mark_sent_in_error'
  return (
    <>
      {isEnding && waiting > 0 && (
        <p>
          <b>{waiting.toLocaleString('en-GB')}</b> {waiting === 1 ? 'has' : 'have'} not been answered yet: the patient will no longer be
          able to.
        </p>
      )}
      {act === 'reopen' && able > 0 && <p>They return to where they stood: patients who have not answered can do so again.</p>}
      {already > 0 && (
        <p>
          {countedRequests(already)} {already === 1 ? 'is' : 'are'} {bulkWords[act].done} already.
        </p>
      )}
      {unable > 0 && (
        <p>
          {countedRequests(unable)} cannot be {bulkWords[act].done} as {unable === 1 ? 'it stands' : 'they stand'} and will be left as{' '}
          {unable === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      {takenByOthers > 0 && (
        <Checkbox
          label={`Take over ${countedRequests(takenByOthers)} assigned to someone else`}
          hint={`${isGiving ? 'Taking over is recorded.' : 'They become yours, which is recorded.'} Otherwise they are left as they are.`}
          {...takeOver}
        />
      )}
    </>
  )
}
