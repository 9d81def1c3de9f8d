import { useState } from 'react'

import type { Ward } from '#contract/wards.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { useArchiveWard } from './ward-mutations.ts'
import { WardDialog } from './WardDialog.tsx'
import { wardListWords } from './words.ts'

const columns: Column<Ward>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, isRowHeader: true },
  {
    id: 'state',
    header: 'State',
    cell: ({ isArchived }) => (isArchived ? <Badge kind="dark">Archived</Badge> : <Badge kind="success">In use</Badge>),
  },
  { id: 'members', header: 'Users with access', cell: ({ members }) => members.toLocaleString('en-GB'), align: 'end' },
]

type Asked = { kind: 'create' } | { kind: 'rename' | 'archive'; ward: Ward }

/** The wards of an organisation: made, renamed and archived here (MEM-4). */
export function WardsPanel({ organisationId }: { organisationId: string }) {
  const { can } = useSession()
  const [withArchived, setWithArchived] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const archive = useArchiveWard(organisationId)
  const close = () => setAsked(undefined)
  const create = can('ward:update') && (
    <Button kind="primary" onClick={() => setAsked({ kind: 'create' })}>
      Create ward
    </Button>
  )
  const actions = actionsColumn(setAsked, (ward) => archive.mutate({ id: ward.id, isArchived: false }))
  return (
    <>
      <FilterBar label="Wards">
        <Checkbox label="Show archived" checked={withArchived} onChange={(event) => setWithArchived(event.target.checked)} />
        {create}
      </FilterBar>
      <ListPanel
        {...wardListWords}
        query={q(api.wards.list, { params: { id: organisationId }, query: { archived: withArchived } })}
        columns={can('ward:update') ? [...columns, actions] : columns}
        rowId={({ id }) => id}
      />
      {asked?.kind === 'create' && <WardDialog organisationId={organisationId} onClose={close} />}
      {asked?.kind === 'rename' && <WardDialog organisationId={organisationId} ward={asked.ward} onClose={close} />}
      {asked?.kind === 'archive' && (
        <ConfirmDialog
          title={`Archive ${asked.ward.name}?`}
          isOpen
          confirmLabel="Archive ward"
          isPending={archive.isPending}
          onConfirm={() => archive.mutate({ id: asked.ward.id, isArchived: true }, { onSettled: close })}
          onClose={close}
        >
          <p>
            Nobody can be given access to it any more. Its patients, and whoever has access now, keep it. You can restore it at any time.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const actionsColumn = (ask: (asked: Asked) => void, restore: (ward: Ward) => void): Column<Ward> => ({
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  cell: (ward) => (
    <Menu
      name={`Actions for ${ward.name}`}
      actions={[
        { id: 'rename', label: 'Rename', icon: 'edit', onAction: () => ask({ kind: 'rename', ward }) },
        ward.isArchived
          ? { id: 'restore', label: 'Restore', onAction: () => restore(ward) }
          : { id: 'archive', label: 'Archive', onAction: () => ask({ kind: 'archive', ward }) },
      ]}
    />
  ),
})
