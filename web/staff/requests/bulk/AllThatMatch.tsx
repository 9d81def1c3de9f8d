import { maxRequestsPerBulkChange } from '#domain/worklists.ts'
import { Button } from '#web/ui/Button.tsx'

import type { Selected } from './use-selection.ts'

const formatNumber = (count: number) => count.toLocaleString('en-GB')

/** When every row of a page is selected, offers to select all form requests that match the filters, on every page. */
export function AllThatMatch({ selection, total }: { selection: Selected; total: number | undefined }) {
  const { isAll, isWholePage, selected } = selection
  if (!isAll && (!isWholePage || (total !== undefined && total <= selected.size))) return null
  return (
    <div className="all-that-match" role="status">
      {isAll ? (
        <>All {total !== undefined && formatNumber(total)} matching form requests are selected, on every page.</>
      ) : total === undefined || total > maxRequestsPerBulkChange ? (
        <>
          All form requests on this page are selected.{total !== undefined && ` ${formatNumber(total)} match the filters.`} You can change
          up to {formatNumber(maxRequestsPerBulkChange)} at once. Use filters to select fewer.
        </>
      ) : (
        <>
          All form requests on this page are selected.{' '}
          <Button kind="link" size="sm" onClick={selection.chooseAll}>
            Select all {formatNumber(total)} matching form requests
          </Button>
        </>
      )}
    </div>
  )
}
