import { useQuery } from '@tanstack/react-query'

import type { OpenRequests } from '#contract/form-versions.ts'
import { formatSentCount } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { publishChangesWords as words } from './words.ts'

/** The number of open form requests of each version. */
export const useOpenRequests = (id: string) => useQuery(q(api.formVersions.listOpen, { params: { id } })).data?.docs

export const openWords = ({ unopened, opened }: Pick<OpenRequests, 'unopened' | 'opened'>) =>
  [
    ...(unopened > 0 ? [words.unopened(formatSentCount(unopened))] : []),
    ...(opened > 0 ? [words.opened(formatSentCount(opened))] : []),
  ].join(', ') || words.none

/** The open form requests that keep their version when the next version is published. */
export function KeptRequests({ id }: { id: string }) {
  const open = useOpenRequests(id)
  if (!open) return null
  if (open.length === 0) return <p>{words.noneOpen}</p>
  return (
    <div>
      <p>{words.open}</p>
      <ul>
        {open.map((one) => (
          <li key={one.version}>{words.openVersion(one.version, openWords(one))}</li>
        ))}
      </ul>
    </div>
  )
}
