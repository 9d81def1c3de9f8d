import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import type { IdentityCheck } from '#domain/answering.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { patientFields } from '#domain/patient-rules.ts'
import { formatPhone } from '#domain/phone-words.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { isTaken, takenWords } from '#web/staff/requests/taken-control.ts'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { conflictWords, sentLaterWords } from '#web/staff/requests/words.ts'

import { checkIdentityChecked, type IdentityChecked, IdentityCheckField } from './IdentityCheckField.tsx'
import { contactWords as words, factWords } from './words.ts'

type Contact = { phoneNumber: string; emailAddress: string }
type Typed = Contact & IdentityChecked & { method: NotificationMethod }

type Sending = { changed: Partial<Contact>; method: NotificationMethod; identityCheck: IdentityCheck; takeOver: boolean }

/** Corrects the contact details on the patient’s record and sends the message again, in one step for a patient who is on the phone (NOT-9). */
export function ContactDialog({ request, onClose }: { request: RequestDetails; onClose: () => void }) {
  const { id, patient, contact } = request
  const queryClient = useQueryClient()
  const refresh = useRefreshRequests()
  const { carried } = useCarriedMethods()
  const methods = carried.filter((one) => one !== 'nhs_app' || patient.nhsNumber !== null)
  const initial: Typed = {
    phoneNumber: formatPhone(contact.phoneNumber ?? ''),
    emailAddress: contact.emailAddress ?? '',
    method: methodFirst(request, methods),
    identityCheck: '',
  }
  // The sending may be refused after the contact details were saved. They are saved again only if they were corrected again.
  const [saved, setSaved] = useState<Contact>(initial)
  const saving = useMutation({
    mutationFn: async ({ changed, method, identityCheck, takeOver }: Sending) => {
      if (Object.keys(changed).length > 0) {
        await api.patients.update({ params: { id: patient.id }, body: { ...changed, identityCheck } })
        setSaved((before) => ({ ...before, ...changed }))
      }
      return api.requests.send({ params: { id }, body: { takeOver, again: true, method, identityCheck } })
    },
    onSuccess: ({ notification }) => {
      const leaves = notification?.leavesAt
      notify({ label: leaves ? `${words.done} ${sentLaterWords(leaves)}` : words.done, kind: 'success' })
      onClose()
    },
    onSettled: () =>
      Promise.all([
        refresh(),
        ...[api.patients.get.key, api.patients.list.key].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ]),
  })
  const fields = useFields<Typed>({
    id: 'contact',
    initial,
    check: ({ phoneNumber, emailAddress, method, identityCheck }) => ({
      ...checkIdentityChecked({ identityCheck }),
      phoneNumber: firstError(
        phoneNumber,
        [...(neededFor[method] === 'phoneNumber' ? [validate.required] : []), validate.phone],
        patientFields.phoneNumber,
      ),
      emailAddress: firstError(
        emailAddress,
        [...(neededFor[method] === 'emailAddress' ? [validate.required] : []), validate.email],
        patientFields.emailAddress,
      ),
    }),
    saving,
    validatedWith: (name) => (name === 'method' ? ['phoneNumber', 'emailAddress', 'method'] : [name]),
  })
  const { method } = fields.current()
  const isWithColleague = isTaken(saving.error)
  const [needed, leaves] = [neededFor[method], request.leavesAt[method]]
  return (
    <Dialog title={words.title} size="md" isOpen isBusy={saving.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        refusal={
          isTaken(saving.error) && (
            <Alert kind="danger" title={words.notSent}>
              {takenWords(saving.error)} {Object.keys(saving.variables?.changed ?? {}).length > 0 && words.saved}
            </Alert>
          )
        }
        submitLabel={isWithColleague ? conflictWords.continue : words.submit}
        onSave={({ identityCheck, ...typed }) =>
          identityCheck &&
          saving.mutate({ changed: changesIn(saved, typed), method: typed.method, identityCheck, takeOver: isWithColleague })
        }
        isInDialog
        actions={
          <Button disabled={saving.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
        }
      >
        <p>
          {words.text(fullName(patient))} {leaves && sentLaterWords(leaves)}
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
        <RadioGroup
          label={words.sendBy}
          options={methods.map((value) => ({ value, label: methodLabel(value) }))}
          isInline
          {...fields.bind('method')}
        />
        <IdentityCheckField {...fields.bind('identityCheck')} />
      </FieldsForm>
    </Dialog>
  )
}

const neededFor = { sms: 'phoneNumber', email: 'emailAddress', nhs_app: undefined } as const

/** The method of the form request, unless it cannot be used or its message was not read: then the first other one. */
function methodFirst({ notificationMethod, unreached }: RequestDetails, methods: readonly NotificationMethod[]): NotificationMethod {
  const isUseless = unreached?.reason === 'not_read' || unreached?.reason === 'unknown_patient' || !methods.includes(notificationMethod)
  return (isUseless && methods.find((method) => method !== notificationMethod)) || notificationMethod
}

const changesIn = (before: Contact, after: Contact): Partial<Contact> => ({
  ...(after.phoneNumber !== before.phoneNumber && { phoneNumber: after.phoneNumber }),
  ...(after.emailAddress !== before.emailAddress && { emailAddress: after.emailAddress }),
})
