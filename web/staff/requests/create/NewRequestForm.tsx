import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { fieldErrorsOf, wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

import { errorsOf, toBody, type NewRequest } from './new-request.ts'
import { NewRequestFields } from './NewRequestFields.tsx'

/** The names under which the server refuses, and the fields they stand for. */
const places: Record<string, string> = { patientIds: 'patients', formId: 'form', sendAt: 'sendOn' }
const focusField = (name: string) => {
  const field = name.split('.')[0]!
  document.querySelector<HTMLInputElement>(`[data-field="${places[field] ?? field}"] input`)?.focus()
}

/** Fields complain when they are left, everything when it is sent; what was typed stays whatever the answer is. */
export function NewRequestForm({ start }: { start: NewRequest }) {
  const router = useRouter()
  const refresh = useRefreshRequests()
  const [wanted, setWanted] = useState(start)
  const [left, setLeft] = useState<ReadonlySet<keyof NewRequest>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const create = useMutation({
    mutationFn: api.requests.create,
    onSuccess: async ({ ids }) => {
      await refresh()
      notify({ label: ids.length === 1 ? 'The form request is created.' : `${ids.length} form requests are created.`, kind: 'success' })
      await router.navigate({ href: ids.length === 1 ? pathTo('requestDetails', { id: ids[0]! }) : pathTo('requestsList') })
    },
  })
  const wrong = errorsOf(wanted)
  const errors = Object.fromEntries(Object.entries(wrong).filter(([field]) => attempts > 0 || left.has(field as keyof NewRequest)))
  const refused = fieldErrorsOf(create.error)
  const listed = Object.entries({ ...refused, ...errors }).map(([field, message]) => ({ message, onFocus: () => focusField(field) }))

  const submit = () => {
    setAttempts(attempts + 1)
    if (Object.keys(wrong).length === 0) create.mutate({ body: toBody(wanted) })
  }
  return (
    <form
      className="form-sheet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="lg">
        {attempts > 0 && <ErrorSummary key={attempts} errors={listed} />}
        {create.isError && listed.length === 0 && <Alert kind="danger">{wordsOf(create.error)}</Alert>}
        <NewRequestFields
          wanted={wanted}
          errors={errors}
          refused={refused}
          onBlur={(field) => setLeft(new Set([...left, field]))}
          onChange={(change) => {
            setWanted({ ...wanted, ...change })
            if (create.isError) create.reset()
          }}
        />
        <Row>
          <Button kind="primary" type="submit" isPending={create.isPending} pendingLabel="Creating…">
            {wanted.patients.length > 1 ? `Create ${wanted.patients.length} form requests` : 'Create form request'}
          </Button>
          <ButtonLink href={pathTo('requestsList')}>Cancel</ButtonLink>
        </Row>
      </Stack>
    </form>
  )
}
