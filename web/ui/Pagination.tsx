import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'
import { pageNumbers } from './page-numbers.ts'
import { pageSizes } from './page-sizes.ts'

export type PaginationProps = {
  page: number
  limit: number
  total: number
  /** Where there are more than the total says: why, and what to do about it. */
  whyMore?: string | undefined
  /** The place of the page that is shown, as a long list answers it. */
  cursor?: string | undefined
  onPage: (page: number, cursor?: string) => void
  onLimit?: (limit: number) => void
  sizes?: readonly number[]
  label?: string
}

/** The page at which a list ends. An empty list has one page too. */
const lastPage = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit))

const words = (count: number) => count.toLocaleString('en-GB')

export function Pagination({ page, limit, total, whyMore, cursor, onPage, onLimit, sizes = pageSizes, label = 'Pages' }: PaginationProps) {
  const last = lastPage(total, limit)
  const from = (page - 1) * limit + 1
  const isAfterLast = page > last
  return (
    <div className="pagination">
      <p className="pagination__range" aria-live="polite">
        {isAfterLast || total === 0 ? (
          <b>None</b>
        ) : (
          <>
            <b>{words(from)}</b> to <b>{words(Math.min(page * limit, total))}</b>
          </>
        )}{' '}
        of {whyMore && 'more than '}
        <b>{words(total)}</b>
      </p>
      {onLimit && (
        <label className="pagination__limit">
          Per page
          <span className="select">
            <select className="input" value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
              {sizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </span>
        </label>
      )}
      <nav className="pagination__pages" aria-label={label}>
        <button
          type="button"
          disabled={page <= 1}
          aria-label="Previous page"
          onClick={() => (isAfterLast ? onPage(last) : onPage(page - 1, cursor))}
        >
          <Icon name="arrowLeft" />
        </button>
        <ol>
          {pageNumbers(page, last).map((step, index) => (
            <li key={step === 'gap' ? `gap-${index}` : step}>
              {step === 'gap' ? (
                <span className="pagination__gap">…</span>
              ) : (
                <button
                  type="button"
                  aria-label={`Page ${words(step)}`}
                  aria-current={step === page ? 'page' : undefined}
                  onClick={() => onPage(step, cursor)}
                >
                  {words(step)}
                </button>
              )}
            </li>
          ))}
        </ol>
        <button type="button" disabled={page >= last} aria-label="Next page" onClick={() => onPage(page + 1, cursor)}>
          <Icon name="arrowRight" />
        </button>
      </nav>
      {whyMore && <p className="pagination__note">{whyMore}</p>}
    </div>
  )
}

/** Whether there is a list, and the page is after its end: opened by its address, or left empty when its only row went away. */
export const isPastEnd = ({ page, limit, total }: PaginationProps) => total > 0 && page > lastPage(total, limit)

/** In place of the rows of a page after the end of the list. */
export function PastEnd({ page, limit, total, onPage }: PaginationProps) {
  const last = lastPage(total, limit)
  return (
    <EmptyState title={`There is no page ${words(page)}`} action={<Button onClick={() => onPage(last)}>Go to page {words(last)}</Button>}>
      {last === 1 ? 'The list has 1 page.' : `The list has ${words(last)} pages.`}
    </EmptyState>
  )
}
