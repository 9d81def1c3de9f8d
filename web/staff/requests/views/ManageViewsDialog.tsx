import { useState } from 'react'

import type { SavedView } from '#contract/worklist.ts'
import { maxViewNameLength } from '#domain/worklists.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'

import { checkName } from './SaveViewDialog.tsx'
import { isOwn, useChangeViews } from './use-views.ts'
import { manageViewsWords as words } from './words.ts'

/** Renames, sorts, shares and deletes views, and chooses the default view of Form Requests. */
export function ManageViewsDialog({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const [renamed, setRenamed] = useState<SavedView>()
  const changes = useChangeViews()
  const { setDefault, share, stopSharing, remove, reorder } = changes
  const failed = [setDefault, share, stopSharing, remove, reorder].find(({ isError }) => isError)
  const { can } = useSession()
  const ids = views.filter(isOwn).map(({ id }) => id)
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
                {view.name} <span className="muted">{marksOf(view)}</span>
              </span>
              <Menu
                name={words.actions(view.name)}
                actions={[
                  { id: 'rename', label: words.rename, icon: 'edit', onAction: () => setRenamed(view) },
                  ...(isOwn(view)
                    ? [
                        { id: 'up', label: words.moveUp, isDisabled: at === 0, onAction: () => move(at, -1) },
                        { id: 'down', label: words.moveDown, isDisabled: at === ids.length - 1, onAction: () => move(at, 1) },
                        {
                          id: 'default',
                          label: view.isDefault ? words.removeDefault : words.makeDefault,
                          onAction: () => setDefault.mutate({ id: view.id, isDefault: !view.isDefault }),
                        },
                      ]
                    : []),
                  ...(view.isShared ? [{ id: 'stop', label: words.stopSharing, onAction: () => stopSharing.mutate(view.id) }] : []),
                  ...(!view.isShared && can('tenant:update')
                    ? [{ id: 'share', label: words.share, onAction: () => share.mutate(view.id) }]
                    : []),
                  ...(view.isShared ? [] : [{ id: 'delete', label: words.delete, isDanger: true, onAction: () => remove.mutate(view.id) }]),
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

const marksOf = ({ isDefault, isShared, sharedBy }: SavedView) =>
  [...(isDefault ? [words.default] : []), ...(sharedBy !== null ? [words.sharedBy(sharedBy)] : isShared ? [words.shared] : [])].join(', ')

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
        onSave={(values) => update.mutate({ view, ...values }, { onSuccess: onClose })}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <TextField label={words.name} maxLength={maxViewNameLength} required autoComplete="off" {...fields.bind('name')} />
      </FieldsForm>
    </Dialog>
  )
}
