import { useState } from 'react'

import type { Outcome } from '#contract/outcomes.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import './outcomes.scss'
import { useMoveOutcome, useSetInUse } from './outcome-mutations.ts'
import { OutcomeEditor } from './OutcomeEditor.tsx'
import { outcomeListWords, outcomesWords as words } from './words.ts'

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'stop'; outcome: Outcome }

/** The outcomes of an organisation, in the order in which users choose from them (REQ-7). */
export function OutcomesPanel({ organisationId }: { organisationId: string }) {
  const found = useListPage(q(api.outcomes.list, { params: { id: organisationId } }))
  const [dialog, setDialog] = useState<OpenDialog>()
  const setInUse = useSetInUse(organisationId)
  const move = useMoveOutcome(organisationId)
  const close = () => setDialog(undefined)
  return (
    <LabelledSection
      label={outcomeListWords.label}
      description={words.description}
      actions={
        <Button kind="primary" onClick={() => setDialog({ kind: 'create' })}>
          {words.create}
        </Button>
      }
    >
      <ListTable
        {...outcomeListWords}
        found={found}
        columns={[
          ...columns,
          orderColumn(found.data?.docs ?? [], move),
          actionsColumn(setDialog, (outcome) => setInUse.mutate({ id: outcome.id, isInUse: true })),
        ]}
        rowId={({ id }) => id}
      />
      {dialog?.kind === 'create' && <OutcomeEditor organisationId={organisationId} onClose={close} />}
      {dialog?.kind === 'edit' && <OutcomeEditor organisationId={organisationId} outcome={dialog.outcome} onClose={close} />}
      {dialog?.kind === 'stop' && (
        <ConfirmDialog
          title={words.stopTitle(dialog.outcome.name)}
          isOpen
          confirmLabel={words.stop}
          isPending={setInUse.isPending}
          onConfirm={() => setInUse.mutate({ id: dialog.outcome.id, isInUse: false }, { onSettled: close })}
          onClose={close}
        >
          <p>{words.stopText}</p>
        </ConfirmDialog>
      )}
    </LabelledSection>
  )
}

const columns: Column<Outcome>[] = [
  { id: 'name', header: words.name, cell: ({ name }) => name, isRowHeader: true },
  {
    id: 'forms',
    header: words.forms,
    cell: ({ forms }) =>
      forms.length === 0 ? <span className="muted">{words.allForms}</span> : forms.map(({ title }) => title).join(', '),
  },
  {
    id: 'status',
    header: words.status,
    isNowrap: true,
    cell: ({ isInUse }) => (isInUse ? <Badge kind="success">{words.inUse}</Badge> : <Badge kind="dark">{words.outOfUse}</Badge>),
  },
]

const orderColumn = (outcomes: readonly Outcome[], move: ReturnType<typeof useMoveOutcome>): Column<Outcome> => ({
  id: 'order',
  header: words.order,
  isNowrap: true,
  cell: (outcome) => {
    const from = outcomes.indexOf(outcome)
    const moveTo = (to: number) => () => move.mutate({ outcomes, from, to })
    return (
      <span className="order-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={words.moveUpOf(outcome.name)}
          disabled={from === 0}
          onClick={move.isPending ? undefined : moveTo(from - 1)}
        >
          <Icon name="arrowUp" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={words.moveDownOf(outcome.name)}
          disabled={from === outcomes.length - 1}
          onClick={move.isPending ? undefined : moveTo(from + 1)}
        >
          <Icon name="arrowDown" />
        </button>
      </span>
    )
  },
})

const actionsColumn = (open: (dialog: OpenDialog) => void, putBack: (outcome: Outcome) => void): Column<Outcome> => ({
  id: 'actions',
  header: words.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: (outcome) => (
    <Menu
      name={words.actionsFor(outcome.name)}
      actions={[
        { id: 'edit', label: words.edit, icon: 'edit', onAction: () => open({ kind: 'edit', outcome }) },
        outcome.isInUse
          ? { id: 'stop', label: words.stop, onAction: () => open({ kind: 'stop', outcome }) }
          : { id: 'use', label: words.use, onAction: () => putBack(outcome) },
      ]}
    />
  ),
})
