import type { ReactNode } from 'react'

import { Stack } from '#web/ui/Layout.tsx'
import { isPastEnd, Pagination, PastEnd } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'

import { type Common, Empty, type Found, NotRefreshed, pagingOf } from './ListPanel.tsx'

type AsCards<Row> = Omit<Common, 'children'> & { rowId: (row: Row) => string; renderCard: (row: Row) => ReactNode; className: string }

/** A list of the app with a card for each row, from the answer of `useListPage`. */
export function ListCards<Row>({
  found,
  list,
  label,
  rowId,
  renderCard,
  className,
  empty,
  noMatch,
  notAllCounted,
  sizes,
}: AsCards<Row> & { found: Found<Row> }) {
  const paging = pagingOf(found, list, { notAllCounted, sizes })
  if (!found.data) return found.isError ? <LoadError of={found} /> : <Skeleton lines={8} />
  const { docs } = found.data
  return (
    <Stack>
      <NotRefreshed of={found} />
      {docs.length > 0 ? (
        <ul className={className} aria-label={label}>
          {docs.map((row) => (
            <li key={rowId(row)}>{renderCard(row)}</li>
          ))}
        </ul>
      ) : (
        <Panel>{paging && isPastEnd(paging) ? <PastEnd {...paging} /> : <Empty {...{ list, empty, noMatch }} />}</Panel>
      )}
      {paging && <Pagination {...paging} />}
    </Stack>
  )
}
