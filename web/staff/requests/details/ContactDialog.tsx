import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { RequestDetails } from '#contract/request-records.ts'
import { methodLabel } from '#domain/notification.ts'
import { patientFields } from '#domain/patient-rules.ts'
import { formatPhone } from '#domain/phone.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { contactWords as words, factWords } from './words.ts'

type Contact = { phoneNumber: string; emailAddress: string }

/** Corrects the contact details on the patient’s record and sends the message again, in one step for a patient who is on the phone (NOT-9). */
export function ContactDialog({ request, onClose }: { request: RequestDetails; onClose: () => void }) {
  const { id, patient, contact, notificationMethod } = request
  const queryClient = useQueryClient()
  const refresh = useRefreshRequests()
  const initial: Contact = { phoneNumber: formatPhone(contact.phoneNumber ?? ''), emailAddress: contact.emailAddress ?? '' }
  const saving = useMutation({
    mutationFn: async (changed: Partial<Contact>) => {
      if (Object.keys(changed).length > 0) await api.patients.update({ params: { id: patient.id }, body: changed })
      return api.requests.send({ params: { id }, body: { takeOver: false, again: true } })
    },
    onSuccess: () => {
      notify({ label: words.done, kind: 'success' })
      onClose()
    },
    onSettled: () =>
      Promise.all([
        refresh(),
        ...[api.patients.get.key, api.patients.list.key].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ]),
  })
  const needed = { sms: 'phoneNumber', email: 'emailAddress', nhs_app: undefined }[notificationMethod]
  const fields = useFields<Contact>({
    id: 'contact',
    initial,
    check: ({ phoneNumber, emailAddress }) => ({
      phoneNumber: firstError(
        phoneNumber,
        [...(needed === 'phoneNumber' ? [validate.required] : []), validate.phone],
        patientFields.phoneNumber,
      ),
      emailAddress: firstError(
        emailAddress,
        [...(needed === 'emailAddress' ? [validate.required] : []), validate.email],
        patientFields.emailAddress,
      ),
    }),
    saving,
  })
  return (
    <Dialog title={words.title} size="md" isOpen isBusy={saving.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.submit}
        onSave={(typed) => saving.mutate(changesIn(initial, typed))}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <p>
          {words.text(fullName(patient))} {words.sentBy(methodLabel(notificationMethod))}
        </p>
        <TextField
          label={factWords.mobilePhone}
          type="tel"
          width={20}
          autoComplete="off"
          isOptional={needed !== 'phoneNumber'}
          {...fields.bind('phoneNumber')}
        />
        <TextField
          label={factWords.email}
          type="email"
          autoComplete="off"
          isOptional={needed !== 'emailAddress'}
          {...fields.bind('emailAddress')}
        />
      </FieldsForm>
    </Dialog>
  )
}

const changesIn = (before: Contact, after: Contact): Partial<Contact> => ({
  ...(after.phoneNumber !== before.phoneNumber && { phoneNumber: after.phoneNumber }),
  ...(after.emailAddress !== before.emailAddress && { emailAddress: after.emailAddress }),
})
