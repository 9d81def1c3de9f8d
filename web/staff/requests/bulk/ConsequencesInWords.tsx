import type { BulkRequestAct } from '#domain/worklists.ts'
import { Checkbox } from '#web/staff/form-fields.tsx'
import type { Bind } from '#web/staff/use-fields.ts'
import { countedRequests } from '#web/staff/requests/words.ts'

import { bulkWords } from './bar-words.ts'
import { type Consequences } from './bulk-acts.ts'
import { consequenceWords as words } from './words.ts'

type ConsequencesProps = {
  act: BulkRequestAct
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
          <b>{countedRequests(waiting)}</b>
          {words.unanswered(waiting)}
          {words.noLongerAble(waiting)}
        </p>
      )}
      {act === 'reopen' && able > 0 && <p>{words.reopened}</p>}
      {already > 0 && <p>{words.already(already, bulkWords[act].done)}</p>}
      {unable > 0 && <p>{words.unable(unable, bulkWords[act].done)}</p>}
      {takenByOthers > 0 && (
        <Checkbox label={words.takeOver(takenByOthers)} hint={words.takeOverHint(isGiving, takenByOthers)} {...takeOver} />
      )}
    </>
  )
}
