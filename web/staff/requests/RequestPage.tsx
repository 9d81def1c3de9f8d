import { useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { PreviousAndNext } from './details/PreviousAndNext.tsx'
import { loadedUntilAnswered, RequestView } from './RequestView.tsx'

/** A form request on a page of its own. */
export function RequestPage({ id }: { id: string }) {
  const { data } = useQuery({ ...q(api.requests.get, { params: { id } }), ...loadedUntilAnswered })
  return (
    <>
      {data && <PreviousAndNext id={id} />}
      <RequestView key={id} id={id} />
    </>
  )
}
