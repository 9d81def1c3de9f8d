import { useState } from 'react'

import type { SavedView } from '#contract/worklist.ts'
import { maxViewNameLength } from '#domain/worklists.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'

import { checkName } from './SaveViewDialog.tsx'
import { useChangeViews } from './use-views.ts'
import { manageViewsWords as words } from './words.ts'

/** Renames, sorts and deletes views, and chooses the default view of Form Requests. */
export function ManageViewsDialog({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const [renamed, setRenamed] = useState<SavedView>()
  const changes = useChangeViews()
  const { update, remove, reorder } = changes
  const failed = [update, remove, reorder].find(({ isError }) => isError)
  const ids = views.map(({ id }) => id)
  /** One place up or down. */
  const move = (at: number, by: -1 | 1) => reorder.mutate(ids.with(at, ids[at + by]!).with(at + by, ids[at]!))
  if (renamed) return <RenameDialog view={renamed} onClose={() => setRenamed(undefined)} />
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Stack>
        {views.length === 0 && <p className="muted">{words.none}</p>}
        <ul className="managed-views">
          {views.map((view, at) => (
            <li key={view.id}>
              <span>
                {view.name}
                {view.isDefault && <span className="muted"> {words.default}</span>}
              </span>
              <Menu
                name={words.actions(view.name)}
                actions={[
                  { id: 'rename', label: words.rename, icon: 'edit', onAction: () => setRenamed(view) },
                  { id: 'up', label: words.moveUp, isDisabled: at === 0, onAction: () => move(at, -1) },
                  { id: 'down', label: words.moveDown, isDisabled: at === views.length - 1, onAction: () => move(at, 1) },
                  {
                    id: 'default',
                    label: view.isDefault ? words.removeDefault : words.makeDefault,
                    onAction: () => update.mutate({ id: view.id, isDefault: !view.isDefault }),
                  },
                  { id: 'delete', label: words.delete, isDanger: true, onAction: () => remove.mutate(view.id) },
                ]}
              />
            </li>
          ))}
        </ul>
        {failed && <Alert kind="danger">{wordsOf(failed.error)}</Alert>}
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            {words.done}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { update } = useChangeViews()
  const fields = useFields({
    id: 'view',
    initial: { name: view.name },
    check: ({ name }) => ({ name: checkName(name) }),
    saving: update,
  })
  return (
    <Dialog title={words.renameNamed(view.name)} size="sm" isOpen isBusy={update.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.rename}
        onSave={(values) => update.mutate({ id: view.id, ...values }, { onSuccess: onClose })}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField label={words.name} maxLength={maxViewNameLength} required autoComplete="off" {...fields.bind('name')} />
      </FieldsForm>
    </Dialog>
  )
}
