import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup } from '#web/staff/form-fields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { useRefreshLetters } from './use-refresh-letters.ts'
import { makeWords as words } from './words.ts'

const sides = [
  { value: 'one', ...words.oneSided },
  { value: 'two', ...words.twoSided },
]

/** Makes a batch of the letters that wait, and shows the batches. */
export function MakeBatchDialog({ printable, onClose }: { printable: number; onClose: () => void }) {
  const navigate = useNavigate()
  const refresh = useRefreshLetters()
  const make = useMutation({
    mutationFn: api.letters.make,
    onSuccess: ({ number, letters }) => {
      notify({ label: words.made(number, letters), kind: 'success' })
      onClose()
      void navigate({ href: pathTo('lettersList', {}, { tab: 'batches' }) })
    },
    onSettled: refresh,
  })
  const fields = useFields({ id: 'letters', initial: { sides: 'one' }, check: () => ({}), saving: make })
  return (
    <Dialog title={words.title(printable)} size="sm" isOpen isBusy={make.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.submit}
        onSave={(typed) => make.mutate({ body: { isTwoSided: typed.sides === 'two' } })}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <p>{words.text}</p>
        <RadioGroup label={words.sides} options={sides} {...fields.bind('sides')} />
      </FieldsForm>
    </Dialog>
  )
}
