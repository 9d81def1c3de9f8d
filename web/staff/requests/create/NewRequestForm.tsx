import { useMutation } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
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

import { NewRequestFields } from './NewRequestFields.tsx'
import { ReviewRequest } from './ReviewRequest.tsx'
import { errorsOf, type NewRequest } from './new-request.ts'
import { newRequestWords } from './words.ts'

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
      notify({ label: newRequestWords.created(ids.length), kind: 'success' })
      const href = ids.length === 1 ? pathTo('requestDetails', { id: ids[0]! }) : pathTo('requestsList')
      await router.navigate({ href, replace: true })
    },
    onError: (error) => isAboutFields(error) && step.leave(),
    onSettled: () => (isSending.current = false),
  })
  // The second press of a double click comes before the button can be shown as pending.
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
        <PageHeader title={newRequestWords.title} description={newRequestWords.description} />
        <Panel>
          <div className="form-sheet">
            <FieldsForm
              fields={fields}
              submitLabel={newRequestWords.continue}
              onSave={review}
              actions={<ButtonLink href={pathTo('requestsList')}>{newRequestWords.cancel}</ButtonLink>}
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

const step = 'review'

/**
 * Whether the form or its review is shown. The review has a place of its own in the history of the browser, so that going back leads to the
 * form and not away from it. A review holds what was typed, and is gone once it is left: going forward again leads to the form.
 */
function useReviewStep<T>() {
  const router = useRouter()
  const isThere = useRouterState({ select: ({ location }) => location.hash === step })
  const [review, setReview] = useState<{ typed: T; isEntered: boolean }>()
  if (review && isThere && !review.isEntered) setReview({ ...review, isEntered: true })
  if (review?.isEntered && !isThere) setReview(undefined)
  return {
    /** undefined while the form is shown */
    reviewed: isThere ? review?.typed : undefined,
    show(typed: T) {
      setReview({ typed, isEntered: isThere })
      const { pathname, searchStr } = router.state.location
      if (!isThere) void router.navigate({ href: `${pathname}${searchStr}#${step}` })
    },
    leave: () => router.history.back(),
  }
}
