import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormDetails } from '#contract/forms.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { pepWords } from './words.ts'

/** Links a form to a department or clinic (appointment type) of the patient engagement portal (FORM-4). */
export function PepCode({ form }: { form: FormDetails }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!can('form:update') || form.isArchived) return null
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {pepWords.change}
        <VisuallyHidden>{pepWords.changeSuffix}</VisuallyHidden>
      </Button>
      <Dialog title={pepWords.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PepCodeForm form={form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function PepCodeForm({ form: { id, pepCode }, onDone }: { form: FormDetails; onDone: () => void }) {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: ({ code }: { code: string }) => api.forms.update({ params: { id }, body: { pepCode: code.trim() || null } }),
    onSuccess: (form) => {
      queryClient.setQueryData(q(api.forms.get, { params: { id } }).queryKey, form)
      notify({
        label: form.pepCode ? pepWords.linked(form.pepCode) : pepWords.unlinked,
        kind: 'success',
      })
      onDone()
    },
  })
  const fields = useFields({
    id: 'pep-code',
    initial: { code: pepCode ?? '' },
    check: () => ({}),
    saving: save,
    wireName: () => 'pepCode',
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={pepWords.save}
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{pepWords.cancel}</Button>}
      isInDialog
    >
      <TextField
        label={pepWords.code.label}
        hint={pepWords.code.hint}
        width={20}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        {...fields.bind('code')}
      />
    </FieldsForm>
  )
}
