import { listWords } from './words.ts'

/** Stands behind the heading of a list, where the focus is after a navigation: one press of Tab and Enter lead to the first row (WCAG 2.2, 2.4.1). */
export const SkipToList = () => (
  <button type="button" className="skip-to-list" onClick={() => currentRowLink()?.focus()}>
    {listWords.skip}
  </button>
)

/** The link of the row that had the focus last, or of the first row: the one that can be reached by Tab. */
export const currentRowLink = () =>
  [...document.querySelectorAll<HTMLElement>('main tbody .data-table__link')].find(({ tabIndex }) => tabIndex === 0)
