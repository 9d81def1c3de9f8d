import { useNavigate } from '@tanstack/react-router'

import { filtersOfOnePatient, maxViewNameLength } from '#domain/worklists.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox, TextField } from '#web/staff/form-fields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { useChangeViews } from './use-views.ts'
import { searchOf, type shownBy } from './view-state.ts'
import { saveViewWords as words } from './words.ts'

export const checkName = (name: string) => firstError(name, [validate.required], words.name)

type Shown = ReturnType<typeof shownBy>
const checkShared = ({ filters }: Shown) =>
  Object.entries(filters).some(([name, value]) => value !== undefined && value !== '' && filtersOfOnePatient.some((one) => one === name))
    ? words.ofOnePatient
    : undefined

export function SaveViewDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const navigate = useNavigate()
  const { can } = useSession()
  const mayShare = can('tenant:update')
  const { create } = useChangeViews()
  const fields = useFields({
    id: 'view',
    initial: { name: '', isDefault: false, isShared: false },
    check: ({ name, isShared }) => ({ name: checkName(name), isShared: isShared ? checkShared(shown) : undefined }),
    saving: create,
  })
  return (
    <Dialog title={words.title} size="sm" isOpen isBusy={create.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.save}
        onSave={(values) =>
          create.mutate(
            { ...shown, sort: shown.sort ?? '-createdAt', ...values },
            {
              onSuccess: (view) => {
                onClose()
                void navigate({ href: pathTo('requestsList', {}, searchOf(view)), replace: true, resetScroll: false })
              },
            },
          )
        }
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <p>{mayShare ? words.textOrShared : words.text}</p>
        <TextField label={words.name} maxLength={maxViewNameLength} required autoComplete="off" {...fields.bind('name')} />
        <Checkbox label={words.openFirst} {...fields.bind('isDefault')} />
        {mayShare && <Checkbox label={words.share} {...fields.bind('isShared')} />}
      </FieldsForm>
    </Dialog>
  )
}
