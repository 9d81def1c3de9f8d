import type { ReactNode } from 'react'

import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, type ButtonKind } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { FormDraft } from './unsaved/FormDraft.tsx'
import type { Fields } from './use-fields.ts'

type FieldsFormProps<T extends object> = {
  fields: Fields<T>
  submitLabel: string
  pendingLabel?: string
  kind?: ButtonKind
  onSave: (values: T) => void
  children: ReactNode
  /** shown next to the button */
  actions?: ReactNode
  /** a refusal that is shown above the fields, in place of its words beside the button */
  refusal?: ReactNode
  isInDialog?: boolean
  /** false for what has to be done again each time, such as the check of an identity */
  keepsDraft?: boolean
  /** false when the form cannot be sent, for example because a part of it did not load */
  canSubmit?: boolean
}

/** A form with its errors at the top and a failed save next to the button. Neither loses what was typed (ERR-3). */
export function FieldsForm<T extends object>(props: FieldsFormProps<T>) {
  const {
    fields,
    submitLabel,
    pendingLabel,
    kind = 'primary',
    onSave,
    children,
    actions,
    refusal,
    isInDialog = false,
    keepsDraft = true,
    canSubmit = true,
  } = props
  const { attempts, problems, saving, submit } = fields
  const Actions = isInDialog ? DialogActions : Row
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(onSave)
      }}
    >
      <Stack gap={isInDialog ? 'md' : 'lg'}>
        {!isInDialog && keepsDraft && <FormDraft fields={fields} />}
        {attempts > 0 && <ErrorSummary key={attempts} errors={problems} />}
        {refusal}
        {children}
        {saving.isError && !refusal && problems.length === 0 && <Alert kind="danger">{wordsOf(saving.error)}</Alert>}
        <Actions>
          <Button kind={kind} type="submit" isPending={saving.isPending} disabled={!canSubmit} {...(pendingLabel && { pendingLabel })}>
            {submitLabel}
          </Button>
          {actions}
        </Actions>
      </Stack>
    </form>
  )
}
