import { maxRequestsPerBulkChange } from '#domain/worklists.ts'
import { Button } from '#web/ui/Button.tsx'

import type { Selected } from './use-selection.ts'

const said = (count: number) => count.toLocaleString('en-GB')

/** Ticking a whole page offers everything that the filters match, on all pages. */
export function AllThatMatch({ selection, total }: { selection: Selected; total: number | undefined }) {
  const { isAll, isWholePage, selected } = selection
  if (!isAll && (!isWholePage || (total !== undefined && total <= selected.size))) return null
  return (
    <div className="all-that-match" role="status">
      {isAll ? (
        <>All {total !== undefined && said(total)} form requests that match are selected, on every page.</>
      ) : total === undefined || total > maxRequestsPerBulkChange ? (
        <>
          All on this page are selected. {total === undefined ? 'More than were counted' : said(total)} match, and no more than{' '}
          {said(maxRequestsPerBulkChange)} can be changed at once: narrow them down with filters.
        </>
      ) : (
        <>
          All on this page are selected.{' '}
          <Button kind="link" size="sm" onClick={selection.chooseAll}>
            Select all {said(total)} that match
          </Button>
        </>
      )}
    </div>
  )
}
