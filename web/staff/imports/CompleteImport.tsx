import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import type { ImportJob, ImportPlan } from '#contract/imports.ts'
import { choicesFor, problemKind, rowChoices, type WarningKind, warningKinds } from '#domain/imports/decisions.ts'
import { choiceWords, warningWords } from '#domain/imports/words.ts'
import { methodLabel } from '#domain/notification.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { FinishTime } from '#web/staff/requests/FinishTime.tsx'
import { nextInWords, plannedMessages } from '#web/staff/requests/message-plan.ts'
import { MessageTimes } from '#web/staff/requests/MessageTimes.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Select } from '#web/ui/Select.tsx'

import { messagesOf } from './import-messages.ts'
import { completeWords, decideWords, importable, importProgressWords, messagesWords } from './words.ts'

/** The step that creates form requests and sends messages, with the numbers to confirm. */
export function CompleteImport({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  /** What the user reviews. It changes only after the server has refused it, never just before the user confirms. */
  const [reviewed, setReviewed] = useState<ImportJob>()
  const isAsking = reviewed !== undefined
  const shown = reviewed ?? job
  const { queryKey } = q(api.imports.get, { query: { id: job.id } })
  const complete = useMutation({
    mutationFn: api.imports.complete,
    onSuccess: (changed) => {
      setReviewed(undefined)
      queryClient.setQueryData(queryKey, changed)
    },
    onError: async (error) => {
      if (!isStatus(error, 409)) return
      await queryClient.invalidateQueries({ queryKey })
      await queryClient.invalidateQueries({ queryKey: [api.imports.plan.key] })
      setReviewed(queryClient.getQueryData(queryKey))
    },
  })
  // Counted when it is shown: the rows, templates and prices may have changed.
  const plan = useQuery({
    ...q(api.imports.plan, { params: { id: job.id } }),
    enabled: isAsking,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const total = importable(job)
  if (job.newRows + job.warningRows === 0) return <NoRowsToImport job={job} />
  return (
    <Panel>
      <Stack>
        <DecideDuplicates job={job} />
        <p aria-live="polite">{completeWords.plan(job)}</p>
        {job.plan.replace > 0 && <p>{completeWords.notReplaced}</p>}
        {job.exampleRows > 0 && <p>{completeWords.exampleLeftOut}</p>}
        <Row>
          <Button kind="primary" disabled={total === 0} onClick={() => setReviewed(job)}>
            {completeWords.button(total)}
          </Button>
          <ButtonLink href={pathTo('requestImport')}>{completeWords.otherFile}</ButtonLink>
        </Row>
      </Stack>
      <ConfirmDialog
        title={completeWords.question(importable(shown))}
        isOpen={isAsking}
        kind="primary"
        confirmLabel={completeWords.confirm(importable(shown))}
        isPending={complete.isPending}
        isLoading={plan.isFetching}
        canConfirm={!plan.isError && importable(shown) > 0}
        error={complete.isError ? wordsOf(complete.error) : undefined}
        onConfirm={() => complete.mutate({ params: { id: job.id }, body: { reviewed: shown.decisionChanges } })}
        onClose={() => {
          setReviewed(undefined)
          complete.reset()
        }}
      >
        {isAsking && <WhatIsSent job={shown} found={plan} />}
        {shown.plan.replace > 0 && <p>{`${completeWords.replacing} ${completeWords.notReplaced}`}</p>}
      </ConfirmDialog>
    </Panel>
  )
}

function NoRowsToImport({ job }: { job: ImportJob }) {
  const another = (
    <ButtonLink size="sm" href={pathTo('requestImport')}>
      {importProgressWords.another}
    </ButtonLink>
  )
  const { empty, onlyExample, errors } = completeWords.noRows
  const reason = job.totalRows > 0 ? errors : job.exampleRows > 0 ? onlyExample : empty
  return (
    <Alert kind="warning" title={completeWords.noRows.title} actions={another}>
      {reason}
    </Alert>
  )
}

/** The decision for each kind of warning in the whole file. A single row can have a different decision. */
function DecideDuplicates({ job }: { job: ImportJob }) {
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
            label={decideWords.warning(warningWords[kind].label, job.warnings[kind])}
            hint={warningWords[kind].hint}
            value={waiting[kind] ?? job.choices[kind]}
            options={choicesFor[kind].map((choice) => ({ value: choice, label: choiceWords[choice] }))}
            onChange={(event) => set(kind, event.target.value)}
          />
        ))}
      </div>
      <p>
        {decideWords.alsoByRow}{' '}
        <Link href={pathTo('requestImportDetails', { id: job.id }, { filters: { verdict: 'warning' } })}>{decideWords.eachRow}</Link>.
      </p>
    </>
  )
}

/** The summary before an import is completed: the messages by method with their price and times, and the rows left out. */
function WhatIsSent({ job, found }: { job: ImportJob; found: UseQueryResult<ImportPlan> }) {
  const messages = messagesOf(job)
  if (found.isFetching) return <Skeleton lines={6} label={messagesWords.counting} />
  // After a failure the numbers of an earlier look may still be there.
  const plan = found.isError ? undefined : found.data
  const unreached = plan?.unreachable.reduce((sum, { rows }) => sum + rows, 0) ?? 0
  const otherErrors = job.errorRows - unreached
  const follows = plan?.messages.flatMap((planned) => nextInWords(planned) ?? []) ?? []
  return (
    <>
      {found.isError && <Alert kind="warning">{messagesWords.notCounted}</Alert>}
      <ul className="import-messages">
        {plan
          ? plan.messages.map((planned) => <li key={planned.method}>{plannedMessages(planned, plan)}</li>)
          : messages.map(({ method, count }) => <li key={method}>{messagesWords.byMethod(methodLabel(method), count)}</li>)}
        {follows.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {job.plan.skip > 0 && <li>{messagesWords.skipped(job.plan.skip)}</li>}
        {plan && unreached > 0 && (
          <li>
            {messagesWords.unreached(unreached)}
            <ul>
              {plan.unreachable.map(({ column, code, words: problem, rows, names }) => (
                <li key={problemKind(column, code)}>
                  {messagesWords.problem(problem, rows)}
                  <br />
                  <span className="muted">{messagesWords.names(names, rows)}</span>
                </li>
              ))}
            </ul>
          </li>
        )}
        {otherErrors > 0 && <li>{messagesWords.otherErrors(otherErrors)}</li>}
      </ul>
      <MessageTimes messages={messages} />
      {plan && <FinishTime plan={plan} />}
      <p>{messagesWords.records}</p>
    </>
  )
}
