import { useState } from 'react'

import type { Ward } from '#contract/wards.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { useArchiveWard, useSaveWard } from './ward-mutations.ts'
import { wardListWords, wardsWords } from './words.ts'

const columns: Column<Ward>[] = [
  { id: 'name', header: wardsWords.name, cell: ({ name }) => name, isRowHeader: true },
  {
    id: 'state',
    header: wardsWords.status,
    cell: ({ isArchived }) =>
      isArchived ? <Badge kind="dark">{wardsWords.archived}</Badge> : <Badge kind="success">{wardsWords.inUse}</Badge>,
  },
  { id: 'members', header: wardsWords.users, cell: ({ members }) => members.toLocaleString('en-GB'), align: 'end' },
]

type OpenDialog = { kind: 'create' } | { kind: 'rename' | 'archive'; ward: Ward }

/** The wards of an organisation. An admin creates, renames and archives wards here (MEM-4). */
export function WardsPanel({ organisationId }: { organisationId: string }) {
  const { can } = useSession()
  const [showsArchived, setShowsArchived] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog>()
  const archive = useArchiveWard(organisationId)
  const close = () => setDialog(undefined)
  const create = can('ward:update') && (
    <Button kind="primary" onClick={() => setDialog({ kind: 'create' })}>
      {wardsWords.create}
    </Button>
  )
  const actions = actionsColumn(setDialog, (ward) => archive.mutate({ id: ward.id, isArchived: false }))
  return (
    <>
      <FilterBar label={wardListWords.label}>
        <Checkbox label={wardsWords.showArchived} checked={showsArchived} onChange={(event) => setShowsArchived(event.target.checked)} />
        {create}
      </FilterBar>
      <ListPanel
        {...wardListWords}
        query={q(api.wards.list, { params: { id: organisationId }, query: { archived: showsArchived } })}
        columns={can('ward:update') ? [...columns, actions] : columns}
        rowId={({ id }) => id}
      />
      {dialog?.kind === 'create' && <WardDialog organisationId={organisationId} onClose={close} />}
      {dialog?.kind === 'rename' && <WardDialog organisationId={organisationId} ward={dialog.ward} onClose={close} />}
      {dialog?.kind === 'archive' && (
        <ConfirmDialog
          title={wardsWords.archiveTitle(dialog.ward.name)}
          isOpen
          confirmLabel={wardsWords.archiveConfirm}
          isPending={archive.isPending}
          onConfirm={() => archive.mutate({ id: dialog.ward.id, isArchived: true }, { onSettled: close })}
          onClose={close}
        >
          <p>{wardsWords.archiveText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const actionsColumn = (open: (dialog: OpenDialog) => void, restore: (ward: Ward) => void): Column<Ward> => ({
  id: 'actions',
  header: wardsWords.actions,
  isHeaderHidden: true,
  align: 'end',
  cell: (ward) => (
    <Menu
      name={wardsWords.actionsFor(ward.name)}
      actions={[
        { id: 'rename', label: wardsWords.rename, icon: 'edit', onAction: () => open({ kind: 'rename', ward }) },
        ward.isArchived
          ? { id: 'restore', label: wardsWords.restore, onAction: () => restore(ward) }
          : { id: 'archive', label: wardsWords.archive, onAction: () => open({ kind: 'archive', ward }) },
      ]}
    />
  ),
})

type WardDialogProps = {
  organisationId: string
  /** undefined for a new ward */
  ward?: Ward | undefined
  onClose: () => void
}

function WardDialog({ organisationId, ward, onClose }: WardDialogProps) {
  const save = useSaveWard(organisationId, ward?.id, onClose)
  const fields = useFields({
    id: 'ward',
    initial: { name: ward?.name ?? '' },
    check: ({ name }) => ({ name: firstError(name, [validate.required], wardsWords.name) }),
    saving: save,
  })
  return (
    <Dialog title={ward ? wardsWords.renameTitle(ward.name) : wardsWords.create} size="sm" isOpen isBusy={save.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={ward ? wardsWords.rename : wardsWords.create}
        onSave={(values) => save.mutate(values)}
        isInDialog
        actions={<Button onClick={onClose}>{wardsWords.cancel}</Button>}
      >
        <TextField label={wardsWords.name} maxLength={100} required autoComplete="off" {...fields.bind('name')} />
      </FieldsForm>
    </Dialog>
  )
}
