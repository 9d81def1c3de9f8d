import { useMutation } from '@tanstack/react-query'

import type { IdentityCheck } from '#domain/answering.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'
import { TextField } from '#web/ui/TextField.tsx'

import { checkIdentityChecked, type IdentityChecked, IdentityCheckField } from './IdentityCheckField.tsx'
import { linkWords as words } from './words.ts'

/** The patient's link, for a user who gives it to the patient another way. Each view is recorded, so the link is fetched each time. */
export function LinkDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const refresh = useRefreshRequests()
  const showing = useMutation({
    mutationFn: (identityCheck: IdentityCheck) => api.requests.link({ params: { id: requestId }, body: { identityCheck } }),
    onSettled: refresh,
    gcTime: 0,
  })
  const fields = useFields<IdentityChecked>({
    id: 'link',
    initial: { identityCheck: '' },
    check: checkIdentityChecked,
    saving: showing,
  })
  const { data } = showing
  return (
    <Dialog title={words.title} size="md" isOpen isBusy={showing.isPending} onClose={onClose}>
      {data ? (
        <ShownLink link={data.link} onClose={onClose} />
      ) : (
        <FieldsForm
          fields={fields}
          submitLabel={words.show}
          onSave={({ identityCheck }) => identityCheck && showing.mutate(identityCheck)}
          isInDialog
          actions={<Button onClick={onClose}>{words.close}</Button>}
        >
          <p>{words.beforeShowing}</p>
          <IdentityCheckField {...fields.bind('identityCheck')} />
        </FieldsForm>
      )}
    </Dialog>
  )
}

function ShownLink({ link, onClose }: { link: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      notify({ label: words.copied, kind: 'success' })
    } catch {
      notify({ label: words.notCopied, kind: 'danger' })
    }
  }
  return (
    <Stack gap="md">
      <p>{words.shown}</p>
      <TextField label={words.label} value={link} readOnly onFocus={({ target }) => target.select()} />
      <DialogActions>
        <Button kind="primary" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button onClick={onClose}>{words.close}</Button>
      </DialogActions>
    </Stack>
  )
}
