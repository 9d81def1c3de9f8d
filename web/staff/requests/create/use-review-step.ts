import { useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

const step = 'review'

/**
 * Whether the form or its review is shown. The review has a place of its own in the history of the browser, so that going back leads to the
 * form and not away from it. A review holds what was typed, and is gone once it is left: going forward again leads to the form.
 */
export function useReviewStep<T>() {
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
