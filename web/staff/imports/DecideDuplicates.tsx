import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ImportJob } from '#contract/imports.ts'
import { choicesFor, rowChoices, warningKinds, type WarningKind } from '#domain/imports/decisions.ts'
import { choiceWords, warningWords } from '#domain/imports/words.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Select } from '#web/ui/Select.tsx'

import { decideWords as words } from './words.ts'

/** The decision for each kind of warning in the whole file. A single row can have a different decision. */
export function DecideDuplicates({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const decide = useMutation({
    mutationFn: api.imports.decide,
    onSuccess: (changed) => queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed),
  })
  const found = warningKinds.filter((kind) => job.warnings[kind] > 0)
  if (found.length === 0) return null
  const waiting = decide.isPending ? decide.variables.body.choices : {}
  const set = (kind: WarningKind, value: string) => {
    const choice = rowChoices.find((one) => one === value)
    if (choice) decide.mutate({ params: { id: job.id }, body: { choices: { [kind]: choice } } })
  }
  return (
    <>
      {decide.isError && <Alert kind="danger">{wordsOf(decide.error)}</Alert>}
      <div className="import-decisions">
        {found.map((kind) => (
          <Select
            key={kind}
            label={words.warning(warningWords[kind].label, job.warnings[kind])}
            hint={warningWords[kind].hint}
            value={waiting[kind] ?? job.choices[kind]}
            options={choicesFor[kind].map((choice) => ({ value: choice, label: choiceWords[choice] }))}
            onChange={(event) => set(kind, event.target.value)}
          />
        ))}
      </div>
      <p>
        {words.alsoByRow}{' '}
        <Link href={pathTo('requestImportDetails', { id: job.id }, { filters: { verdict: 'warning' } })}>{words.eachRow}</Link>.
      </p>
    </>
  )
}
