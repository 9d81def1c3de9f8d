import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { Checkbox } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'

import { sensitiveWords as words } from './words.ts'

/** Whether the NHS App may show that patients got the form (PEP-3). */
export function FormSensitivity({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!can('form:update') || form.isArchived) return null
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {words.change}
        <VisuallyHidden>{words.changeSuffix}</VisuallyHidden>
      </Button>
      <Dialog title={words.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <SensitivityForm form={form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function SensitivityForm({ form: { id, isSensitive }, onDone }: { form: FormDetails; onDone: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (values: { isSensitive: boolean }) => api.forms.update({ params: { id }, body: values }),
    onSuccess: (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({ label: words.saved(form.isSensitive), kind: 'success' })
      onDone()
    },
  })
  const fields = useFields({ id: 'sensitive', initial: { isSensitive }, check: () => ({}), saving: save })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.save}
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
      isInDialog
    >
      <Checkbox label={words.isSensitive} hint={words.hint} {...fields.bind('isSensitive')} />
    </FieldsForm>
  )
}
