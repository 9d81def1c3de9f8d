import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Webhook } from '#contract/webhooks.ts'
import { eventTypeLabels } from '#domain/events.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { WebhookEditor } from './WebhookEditor.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'
import { useRefresh, useRemove, useSwitch, useTest } from './webhook-mutations.ts'
import { switchedOffReasonWords, webhookListWords as words, webhookSecretWords, webhookStatusLabels } from './words.ts'

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'switchOff' | 'remove'; webhook: Webhook }
  | { kind: 'secret'; webhook: Webhook; secret: string }

/** The servers of other systems that are told about events (INT-3). */
export function WebhooksPanel({ organisationId }: { organisationId: string }) {
  const found = useListPage(q(api.webhooks.list, { params: { id: organisationId } }))
  const [dialog, setDialog] = useState<OpenDialog>()
  const [shownId, setShownId] = useState<string>()
  const change = useSwitch(organisationId)
  const test = useTest(organisationId)
  const shown = found.data?.docs.find(({ id }) => id === shownId)
  const actions = actionsColumn({
    open: setDialog,
    show: ({ id }) => setShownId(id),
    test: (webhook) => test.mutate(webhook),
    switchOn: ({ id }) => change.mutate({ id, isSwitchedOff: false }),
  })
  return (
    <Stack gap="lg">
      <LabelledSection
        label={words.label}
        description={words.description}
        actions={
          <Button kind="primary" onClick={() => setDialog({ kind: 'create' })}>
            {words.create}
          </Button>
        }
      >
        <ListTable
          label={words.label}
          found={found}
          columns={[...columns, actions]}
          rowId={({ id }) => id}
          empty={words.empty}
          skeletonRows={3}
        />
      </LabelledSection>
      {shown && <WebhookDeliveries key={shown.id} organisationId={organisationId} webhook={shown} onClose={() => setShownId(undefined)} />}
      {dialog && <Dialogs organisationId={organisationId} dialog={dialog} open={setDialog} />}
    </Stack>
  )
}

type DialogsProps = { organisationId: string; dialog: OpenDialog; open: (dialog: OpenDialog | undefined) => void }

function Dialogs({ organisationId, dialog, open }: DialogsProps) {
  const refresh = useRefresh()
  const change = useSwitch(organisationId)
  const remove = useRemove(organisationId)
  const close = () => open(undefined)
  const show = (made: { webhook: Webhook; secret: string }) => open({ kind: 'secret', ...made })
  const rotate = useMutation({
    mutationFn: ({ id }: Webhook) => api.webhooks.rotate({ params: { id: organisationId, webhookId: id } }),
    onSuccess: async (rotated) => {
      await refresh()
      show(rotated)
    },
  })
  switch (dialog.kind) {
    case 'create':
      return <WebhookEditor organisationId={organisationId} onCreated={show} onClose={close} />
    case 'edit':
      return <WebhookEditor organisationId={organisationId} webhook={dialog.webhook} onCreated={show} onClose={close} />
    case 'secret':
      return <WebhookSecret description={dialog.webhook.description} secret={dialog.secret} onClose={close} />
    case 'rotate':
      return (
        <ConfirmDialog
          title={webhookSecretWords.rotateTitle(dialog.webhook.description)}
          isOpen
          kind="primary"
          confirmLabel={webhookSecretWords.rotate}
          isPending={rotate.isPending}
          error={rotate.isError ? wordsOf(rotate.error) : undefined}
          onConfirm={() => rotate.mutate(dialog.webhook)}
          onClose={close}
        >
          <p>{webhookSecretWords.rotateText}</p>
        </ConfirmDialog>
      )
    case 'switchOff':
      return (
        <ConfirmDialog
          title={words.switchOffTitle(dialog.webhook.description)}
          isOpen
          confirmLabel={words.switchOff}
          isPending={change.isPending}
          onConfirm={() => change.mutate({ id: dialog.webhook.id, isSwitchedOff: true }, { onSettled: close })}
          onClose={close}
        >
          <p>{words.switchOffText}</p>
        </ConfirmDialog>
      )
    case 'remove':
      return (
        <ConfirmDialog
          title={words.removeTitle(dialog.webhook.description)}
          isOpen
          confirmLabel={words.remove}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(dialog.webhook, { onSettled: close })}
          onClose={close}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )
  }
}

const badgeKinds = { active: 'success', failing: 'warning', switched_off: 'dark' } as const

function noteOf({ switchedOffReason, failingSince }: Webhook) {
  if (switchedOffReason !== null) return switchedOffReasonWords[switchedOffReason]
  return failingSince === null ? undefined : words.since(formatDateTime(failingSince))
}

const columns: Column<Webhook>[] = [
  {
    id: 'name',
    header: words.name,
    isRowHeader: true,
    cell: ({ description, address }) => (
      <>
        {description}
        <div className="muted">{address}</div>
      </>
    ),
  },
  {
    id: 'events',
    header: words.events,
    cell: ({ eventTypes }) =>
      eventTypes.length > 3 ? words.eventCount(eventTypes.length) : eventTypes.map((one) => eventTypeLabels[one]).join(', '),
  },
  {
    id: 'status',
    header: words.status,
    cell: (webhook) => (
      <>
        <Badge kind={badgeKinds[webhook.status]}>{webhookStatusLabels[webhook.status]}</Badge>
        {noteOf(webhook) && <div className="muted">{noteOf(webhook)}</div>}
      </>
    ),
  },
  {
    id: 'lastDeliveredAt',
    header: words.lastDelivered,
    isNowrap: true,
    cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? formatDateTime(lastDeliveredAt) : <span className="muted">{words.never}</span>),
  },
  {
    id: 'deliveries',
    header: words.deliveries,
    cell: ({ waiting, failed }) =>
      waiting + failed === 0 ? (
        <span className="muted">{words.none}</span>
      ) : (
        <>
          {waiting > 0 && <div>{words.waiting(waiting)}</div>}
          {failed > 0 && <div>{words.failed(failed)}</div>}
        </>
      ),
  },
]

type Acts = {
  open: (dialog: OpenDialog) => void
  show: (webhook: Webhook) => void
  test: (webhook: Webhook) => void
  switchOn: (webhook: Webhook) => void
}

const actionsColumn = ({ open, show, test, switchOn }: Acts): Column<Webhook> => ({
  id: 'actions',
  header: words.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: (webhook) => (
    <Menu
      name={words.actionsFor(webhook.description)}
      actions={[
        { id: 'show', label: words.show, onAction: () => show(webhook) },
        { id: 'test', label: words.test, onAction: () => test(webhook) },
        { id: 'edit', label: words.edit, icon: 'edit', onAction: () => open({ kind: 'edit', webhook }) },
        { id: 'rotate', label: words.rotate, onAction: () => open({ kind: 'rotate', webhook }) },
        webhook.status === 'switched_off'
          ? { id: 'switchOn', label: words.switchOn, onAction: () => switchOn(webhook) }
          : { id: 'switchOff', label: words.switchOff, onAction: () => open({ kind: 'switchOff', webhook }) },
        { id: 'remove', label: words.remove, onAction: () => open({ kind: 'remove', webhook }) },
      ]}
    />
  ),
})
