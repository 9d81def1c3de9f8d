import { useState } from 'react'

import type { IntegrationClient } from '#contract/integration-clients.ts'
import { formatDate } from '#domain/dates.ts'
import { clientPermissionLabels } from '#domain/integration-clients.ts'
import { formatDateTime } from '#domain/moments.ts'
import { clientPermissions } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { ClientEditor } from './ClientEditor.tsx'
import { useRemoveCredential, useSwitch } from './client-mutations.ts'
import { ConnectionDetails } from './ConnectionDetails.tsx'
import { RotateClient } from './RotateClient.tsx'
import { clientListWords as words, clientStatusLabels } from './words.ts'

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'switchOff' | 'removeOld'; client: IntegrationClient }
  | { kind: 'connection'; client: IntegrationClient; secret: string | null }

/** The computer systems that work with this organisation without a person (INT-1). */
export function ClientsPanel({ organisationId }: { organisationId: string }) {
  const found = useListPage(q(api.integrationClients.list, { params: { id: organisationId } }))
  const { can } = useSession()
  const [dialog, setDialog] = useState<OpenDialog>()
  const change = useSwitch(organisationId)
  const remove = useRemoveCredential(organisationId)
  const close = () => setDialog(undefined)
  const show = (made: { client: IntegrationClient; secret: string | null }) => setDialog({ kind: 'connection', ...made })
  const { tokenAddress } = found.data ?? {}
  return (
    <LabelledSection
      label={words.label}
      description={words.description}
      actions={
        tokenAddress &&
        clientPermissions.some(can) && (
          <Button kind="primary" onClick={() => setDialog({ kind: 'create' })}>
            {words.create}
          </Button>
        )
      }
    >
      {tokenAddress === null && <Alert kind="info">{words.unavailable}</Alert>}
      <ListTable
        label={words.label}
        found={found}
        columns={[...columns, actionsColumn(setDialog, (client) => change.mutate({ id: client.id, isSwitchedOff: false }))]}
        rowId={({ id }) => id}
        empty={words.empty}
      />
      {dialog?.kind === 'create' && <ClientEditor organisationId={organisationId} onCreated={show} onClose={close} />}
      {dialog?.kind === 'edit' && <ClientEditor organisationId={organisationId} client={dialog.client} onCreated={show} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateClient organisationId={organisationId} client={dialog.client} onRotated={show} onClose={close} />
      )}
      {dialog?.kind === 'connection' && (
        <ConnectionDetails client={dialog.client} secret={dialog.secret} tokenAddress={tokenAddress ?? ''} onClose={close} />
      )}
      {dialog?.kind === 'switchOff' && (
        <ConfirmDialog
          title={words.switchOffTitle(dialog.client.name)}
          isOpen
          confirmLabel={words.switchOff}
          isPending={change.isPending}
          onConfirm={() => change.mutate({ id: dialog.client.id, isSwitchedOff: true }, { onSettled: close })}
          onClose={close}
        >
          <p>{words.switchOffText}</p>
        </ConfirmDialog>
      )}
      {dialog?.kind === 'removeOld' && (
        <ConfirmDialog
          title={words.removeTitle(dialog.client.name)}
          isOpen
          confirmLabel={words.remove}
          isPending={remove.isPending}
          onConfirm={
            () => remove.mutate({ id: dialog.client.id, credentialId: dialog.client.credentials[0]!.id }, { onSettled: close }) // the action is shown for two
          }
          onClose={close}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )}
    </LabelledSection>
  )
}

const badgeKinds = { active: 'success', expired: 'warning', switched_off: 'dark' } as const

const credentialText = (client: IntegrationClient, { hint, expiresAt }: IntegrationClient['credentials'][number]) => {
  const shown = client.authentication === 'secret' ? words.secretHint(hint) : hint
  return expiresAt === null ? shown : words.until(shown, formatDateTime(expiresAt))
}

const columns: Column<IntegrationClient>[] = [
  { id: 'name', header: words.name, cell: ({ name }) => name, isRowHeader: true },
  {
    id: 'permissions',
    header: words.permissions,
    cell: ({ permissions }) => permissions.map((one) => clientPermissionLabels[one]).join(', '),
  },
  {
    id: 'status',
    header: words.status,
    isNowrap: true,
    cell: ({ status }) => <Badge kind={badgeKinds[status]}>{clientStatusLabels[status]}</Badge>,
  },
  { id: 'expiresOn', header: words.lastDay, isNowrap: true, cell: ({ expiresOn }) => formatDate(expiresOn) },
  {
    id: 'lastUsedAt',
    header: words.lastUsed,
    isNowrap: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : <span className="muted">{words.never}</span>),
  },
  {
    id: 'credentials',
    header: words.credentialsHeader,
    cell: (client) =>
      client.credentials.length === 0 ? (
        <span className="muted">{words.none}</span>
      ) : (
        client.credentials.map((one) => (
          <div key={one.id}>
            {words.credentials[client.authentication]} {credentialText(client, one)}
          </div>
        ))
      ),
  },
]

const actionsColumn = (open: (dialog: OpenDialog) => void, switchOn: (client: IntegrationClient) => void): Column<IntegrationClient> => ({
  id: 'actions',
  header: words.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: (client) => (
    <Menu
      name={words.actionsFor(client.name)}
      actions={[
        { id: 'edit', label: words.edit, icon: 'edit', onAction: () => open({ kind: 'edit', client }) },
        { id: 'connection', label: words.connection, onAction: () => open({ kind: 'connection', client, secret: null }) },
        { id: 'rotate', label: words.rotate[client.authentication], onAction: () => open({ kind: 'rotate', client }) },
        ...(client.credentials.length > 1
          ? [{ id: 'removeOld', label: words.removeOld[client.authentication], onAction: () => open({ kind: 'removeOld', client }) }]
          : []),
        client.status === 'switched_off'
          ? { id: 'switchOn', label: words.switchOn, onAction: () => switchOn(client) }
          : { id: 'switchOff', label: words.switchOff, onAction: () => open({ kind: 'switchOff', client }) },
      ]}
    />
  ),
})
