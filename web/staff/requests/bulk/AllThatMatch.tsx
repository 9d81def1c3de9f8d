import { maxRequestsPerBulkChange } from '#domain/worklists.ts'
import { Button } from '#web/ui/Button.tsx'

import type { Selected } from './use-selection.ts'
import { selectAllWords as words } from './words.ts'

/** When every row of a page is selected, offers to select all form requests that match the filters, on every page. */
export function AllThatMatch({ selection, total }: { selection: Selected; total: number | undefined }) {
  const { isAll, isWholePage, selected } = selection
  if (!isAll && (!isWholePage || (total !== undefined && total <= selected.size))) return null
  return (
    <div className="all-that-match" role="status">
      {isAll ? (
        words.allSelected(total)
      ) : total === undefined || total > maxRequestsPerBulkChange ? (
        <>
          {words.pageSelected} {words.tooMany(total)}
        </>
      ) : (
        <>
          {words.pageSelected}{' '}
          <Button kind="link" size="sm" onClick={selection.chooseAll}>
            {words.selectAll(total)}
          </Button>
        </>
      )}
    </div>
  )
}
