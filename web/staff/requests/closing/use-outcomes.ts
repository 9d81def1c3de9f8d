import { useQuery } from '@tanstack/react-query'

import type { Outcome } from '#contract/outcomes.ts'
import { outcomesFor } from '#domain/outcomes.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'

/** The outcomes of the user's organisation, asked for again each time, because an admin may have changed them. */
export function useOutcomes() {
  const { member } = useSession()
  return useQuery({ ...q(api.outcomes.list, { params: { id: member.organisationId } }), staleTime: 0 })
}

/** The outcomes that can be chosen for a form request of this form. */
export const choicesFor = (outcomes: readonly Outcome[], formId: string) =>
  outcomesFor(
    outcomes.map((outcome) => ({ ...outcome, formIds: outcome.forms.map(({ id }) => id) })),
    formId,
  )
