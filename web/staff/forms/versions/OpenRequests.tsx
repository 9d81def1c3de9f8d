import { useQuery } from '@tanstack/react-query'

import type { OpenRequests } from '#contract/form-versions.ts'
import { formatSentCount } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** How many patients each version still waits for. */
export const useOpenRequests = (id: string) => useQuery(q(api.formVersions.listOpen, { params: { id } })).data?.docs

export const openWords = ({ unopened, opened }: Pick<OpenRequests, 'unopened' | 'opened'>) =>
  [...(unopened > 0 ? [`${formatSentCount(unopened)} unopened`] : []), ...(opened > 0 ? [`${formatSentCount(opened)} opened`] : [])].join(
    ', ',
  ) || 'None'

/** Who is not reached by the next version: said before it is published. */
export function KeptRequests({ id }: { id: string }) {
  const open = useOpenRequests(id)
  if (!open) return null
  if (open.length === 0) return <p>No request is open, so no patient has an earlier version to finish.</p>
  return (
    <div>
      <p>These patients finish what they were sent, and their answers stay with it:</p>
      <ul>
        {open.map((one) => (
          <li key={one.version}>
            Version {one.version}: {openWords(one)}
          </li>
        ))}
      </ul>
    </div>
  )
}
