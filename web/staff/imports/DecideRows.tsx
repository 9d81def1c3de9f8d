import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ImportJob } from '#contract/imports.ts'
import { choicesFor, rowChoices, warningKinds, type RowChoice } from '#domain/imports/decisions.ts'
import { choiceWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/notify.ts'

import { decideWords as words } from './words.ts'

type DecideRowsProps = { job: ImportJob; selected: ReadonlySet<string>; onClear: () => void; onDecided: () => void }

/** The decision for the selected rows, which overrides the decision for the file. */
export function DecideRows({ job, selected, onClear, onDecided }: DecideRowsProps) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: api.imports.decideRows,
    onSuccess: (changed) => {
      queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed)
      onDecided()
    },
    onError: (error) => notify({ label: fieldErrorsOf(error)['choice'] ?? wordsOf(error), kind: 'danger' }),
  })
  const canBe = (choice: RowChoice) => warningKinds.some((kind) => job.warnings[kind] > 0 && choicesFor[kind].includes(choice))
  const press = (choice: RowChoice | null) => {
    if (selected.size === 0) return notify({ label: words.noneSelected })
    if (selected.size > maxRows) return notify({ label: words.tooMany(maxRows) })
    decide.mutate({ params: { id: job.id }, body: { rowNumbers: [...selected].map(Number), choice } })
  }
  return (
    <BulkBar count={selected.size} idle={words.idle} onClear={onClear}>
      {rowChoices.filter(canBe).map((choice) => (
        <Button key={choice} size="sm" disabled={decide.isPending} onClick={() => press(choice)}>
          {choiceWords[choice]}
        </Button>
      ))}
      <Button size="sm" disabled={decide.isPending} onClick={() => press(null)}>
        {words.sameAsFile}
      </Button>
    </BulkBar>
  )
}

const maxRows = 100
