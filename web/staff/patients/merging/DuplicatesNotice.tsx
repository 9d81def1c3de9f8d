import { useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

import { duplicateWords as words } from './words.ts'

/** Says that other records may be of the same patient. */
export function DuplicatesNotice({ id }: { id: string }) {
  const found = useQuery(q(api.patientMerges.listDuplicates, { params: { id } }))
  const open = found.data?.filter(({ ruledOut }) => ruledOut === null) ?? []
  if (open.length === 0) return null
  return (
    <Alert
      kind="info"
      actions={
        <ButtonLink size="sm" href={pathTo('patientDetails', { id }, { tab: 'duplicates' })}>
          {words.show}
        </ButtonLink>
      }
    >
      {words.found(open.length)}
    </Alert>
  )
}
