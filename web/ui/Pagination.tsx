import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'
import { pageNumbers } from './page-numbers.ts'
import { pageSizes } from './page-sizes.ts'
import { pageWords } from './list-words.ts'

export type PaginationProps = {
  page: number
  limit: number
  total: number
  /** the explanation when the list is longer than the total */
  whyMore?: string | undefined
  /** the cursor of the current page, for a long list */
  cursor?: string | undefined
  onPage: (page: number, cursor?: string) => void
  onLimit?: (limit: number) => void
  sizes?: readonly number[]
  label?: string
}

/** The page at which a list ends. An empty list has one page too. */
const lastPage = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit))

const formatted = (count: number) => count.toLocaleString('en-GB')

export function Pagination({
  page,
  limit,
  total,
  whyMore,
  cursor,
  onPage,
  onLimit,
  sizes = pageSizes,
  label = pageWords.label,
}: PaginationProps) {
  const last = lastPage(total, limit)
  const from = (page - 1) * limit + 1
  const isAfterLast = page > last
  return (
    <div className="pagination">
      <p className="pagination__range" aria-live="polite">
        {isAfterLast || total === 0 ? (
          <b>{pageWords.none}</b>
        ) : (
          <>
            <b>{formatted(from)}</b>
            {pageWords.to}
            <b>{formatted(Math.min(page * limit, total))}</b>
          </>
        )}
        {whyMore ? pageWords.ofMoreThan : pageWords.of}
        <b>{formatted(total)}</b>
      </p>
      {onLimit && (
        <label className="pagination__limit">
          {pageWords.perPage}
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
          aria-label={pageWords.previous}
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
                  aria-label={pageWords.page(step)}
                  aria-current={step === page ? 'page' : undefined}
                  onClick={() => onPage(step, cursor)}
                >
                  {formatted(step)}
                </button>
              )}
            </li>
          ))}
        </ol>
        <button type="button" disabled={page >= last} aria-label={pageWords.next} onClick={() => onPage(page + 1, cursor)}>
          <Icon name="arrowRight" />
        </button>
      </nav>
      {whyMore && <p className="pagination__note">{whyMore}</p>}
    </div>
  )
}

/** Whether the page is after the end of the list, for example because the last row of the page was removed. */
export const isPastEnd = ({ page, limit, total }: PaginationProps) => total > 0 && page > lastPage(total, limit)

/** The message for a page after the end of the list. */
export function PastEnd({ page, limit, total, onPage }: PaginationProps) {
  const last = lastPage(total, limit)
  return (
    <EmptyState title={pageWords.missing(page)} action={<Button onClick={() => onPage(last)}>{pageWords.goTo(last)}</Button>}>
      {pageWords.pages(last)}
    </EmptyState>
  )
}
