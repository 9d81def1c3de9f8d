import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import type { requests } from '#contract/requests.ts'
import type { RouteRequest } from '#contract/route.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { isAboutFields } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { errorsOf, type NewRequest } from './new-request.ts'
import { NewRequestFields } from './NewRequestFields.tsx'
import { ReviewRequest } from './ReviewRequest.tsx'
import { useReviewStep } from './use-review-step.ts'
import { newRequestWords as words } from './words.ts'

/** The fields that the server refuses under another name. */
const wireNames: Partial<Record<keyof NewRequest, string>> = { patients: 'patientIds', form: 'formId', sendOn: 'sendAt' }

/** A form request in two steps: it is filled in, and reviewed before it is sent. */
export function NewRequestForm({ start }: { start: NewRequest }) {
  const router = useRouter()
  const refresh = useRefreshRequests()
  const step = useReviewStep<NewRequest>()
  const create = useMutation({
    mutationFn: api.requests.create,
    onSuccess: async ({ ids }) => {
      await refresh()
      notify({ label: words.created(ids.length), kind: 'success' })
      const href = ids.length === 1 ? pathTo('requestDetails', { id: ids[0]! }) : pathTo('requestsList')
      await router.navigate({ href, replace: true })
    },
    onError: (error) => isAboutFields(error) && step.leave(),
    onSettled: () => (isSending.current = false),
  })
  // The second press of a double click comes before the button can be drawn as pending.
  const isSending = useRef(false)
  /** What the review was refused for, where a field is to blame. */
  const [refused, setRefused] = useState<ApiError>()
  const fieldError = refused ?? (isAboutFields(create.error) ? create.error : null)
  const fields = useFields({
    id: 'request',
    initial: start,
    check: errorsOf,
    // Only the sending saves what was typed. The review shows other refusals.
    saving: {
      isPending: create.isPending,
      variables: create.variables,
      isError: fieldError !== null,
      error: fieldError,
      reset: () => {
        setRefused(undefined)
        create.reset()
      },
    },
    wireName: (name) => wireNames[name] ?? name,
  })
  // One visit to this form is one sending, however often the button is pressed.
  const [key] = useState(() => crypto.randomUUID())
  const review = (typed: NewRequest) => {
    setRefused(undefined)
    create.reset()
    step.show(typed)
  }
  const send = (body: RouteRequest<typeof requests.create>['body']) => {
    if (isSending.current) return
    isSending.current = true
    create.mutate({ body: { ...body, key } })
  }
  const box = useFocusAfterReview(step.reviewed !== undefined)
  return (
    <>
      {step.reviewed && (
        <ReviewRequest
          wanted={step.reviewed}
          sending={create}
          onSend={send}
          onLeaveOut={(patients) => {
            fields.set({ patients })
            step.show({ ...fields.current(), patients })
          }}
          onRefused={(error) => {
            setRefused(error)
            step.leave()
          }}
          onBack={step.leave}
        />
      )}
      {/* Not taken away while it is reviewed: it keeps what was typed, and asks before the screen is left. */}
      <div hidden={step.reviewed !== undefined} ref={box}>
        <PageHeader title={words.title} description={words.description} />
        <Panel>
          <div className="form-sheet">
            <FieldsForm
              fields={fields}
              submitLabel={words.continue}
              onSave={review}
              actions={<ButtonLink href={pathTo('requestsList')}>{words.cancel}</ButtonLink>}
            >
              <NewRequestFields fields={fields} />
            </FieldsForm>
          </div>
        </Panel>
      </div>
    </>
  )
}

/** Back from the review, the keyboard is at what is wrong with the form, or where it left. */
function useFocusAfterReview(isReviewing: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const wasReviewing = useRef(false)
  useEffect(() => {
    if (wasReviewing.current && !isReviewing)
      (box.current?.querySelector<HTMLElement>('.error-summary') ?? box.current?.querySelector<HTMLElement>('[type=submit]'))?.focus()
    wasReviewing.current = isReviewing
  }, [isReviewing])
  return box
}
