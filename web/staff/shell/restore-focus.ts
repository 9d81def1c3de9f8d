/** Dialogs and menus return the focus themselves, so the focus inside them is not recorded. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], .toasts'
const headings = 'h1, h2, h3'

/** The element that last had the focus, followed by its ancestors. */
let lastFocused: Element[] = []
/** The index of the table row that contained this element. */
let rowIndex = 0

/**
 * Returns the focus when the focused element disappears. A button often removes itself: "Assign to me" is gone after the assignment. The
 * focus then moves to the heading of the section, not to another button, because a second press must not press that button. When a table row
 * disappears, the focus moves to the row that takes its place.
 */
export function restoreFocus() {
  let isScheduled = false
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.closest(overlays)) return
    lastFocused = withAncestors(target)
    rowIndex = target.closest('tr')?.sectionRowIndex ?? 0
  })
  const restoreFocus = () => {
    isScheduled = false
    if (isLost()) (rowInPlace() ?? headingNear(lastFocused))?.focus({ preventScroll: true })
  }
  new MutationObserver(() => {
    if (isScheduled) return
    isScheduled = true
    // A dialog that closes returns the focus in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(restoreFocus))
  }).observe(document.body, { childList: true, subtree: true })
}

const isLost = () => document.activeElement === document.body && lastFocused[0] !== undefined && !lastFocused[0].isConnected

function withAncestors(element: Element): Element[] {
  const { parentElement } = element
  return parentElement && parentElement !== document.body ? [element, ...withAncestors(parentElement)] : [element]
}

function rowInPlace() {
  const list = lastFocused.find((one) => one instanceof HTMLTableSectionElement && one.isConnected)
  const rows = list?.querySelectorAll('tr') ?? []
  return rows[Math.min(rowIndex, rows.length - 1)]?.querySelector<HTMLElement>('.data-table__link')
}

function headingNear(elements: Element[]) {
  const section = elements.find((one) => one.isConnected && one.matches('section, main') && one.querySelector(headings))
  const heading = section?.querySelector<HTMLElement>(headings)
  if (heading) heading.tabIndex = -1
  return heading
}
