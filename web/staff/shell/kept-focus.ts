/** Sheets over the page give the focus back themselves; what matters is where it was before. */
const sheets = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .toasts'
const headings = 'h1, h2, h3'

/** Where the focus was last, and what is around that place, the nearest first. */
let last: Element[] = []
/** Which row of a list it was in. */
let place = 0

/**
 * What acts on a page often takes its own button away: "Assign to me" is gone once one is assigned. Rather than to the top of the page, the
 * focus then goes to the heading of what was acted on, not to another button, which a second press would press too. Where a row of a list
 * has gone, it goes to the row that has come there: a list is worked through row by row.
 */
export function keepFocus() {
  let isAsked = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.closest(sheets)) return
    last = withAncestors(target)
    place = target.closest('tr')?.sectionRowIndex ?? 0
  })
  const look = () => {
    isAsked = false
    if (isLost()) (rowInPlace() ?? headingNear(last))?.focus({ preventScroll: true })
  }
  new MutationObserver(() => {
    if (isAsked) return
    isAsked = true
    // A sheet that closes gives the focus back in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(look))
  }).observe(document.body, { childList: true, subtree: true })
}

const isLost = () => document.activeElement === document.body && last[0] !== undefined && !last[0].isConnected

function withAncestors(element: Element): Element[] {
  const { parentElement } = element
  return parentElement && parentElement !== document.body ? [element, ...withAncestors(parentElement)] : [element]
}

function rowInPlace() {
  const list = last.find((one) => one instanceof HTMLTableSectionElement && one.isConnected)
  const rows = list?.querySelectorAll('tr') ?? []
  return rows[Math.min(place, rows.length - 1)]?.querySelector<HTMLElement>('.data-table__link')
}

function headingNear(places: Element[]) {
  const place = places.find((one) => one.isConnected && one.matches('section, main') && one.querySelector(headings))
  const heading = place?.querySelector<HTMLElement>(headings)
  if (heading) heading.tabIndex = -1
  return heading
}
