const formatted = (count: number) => count.toLocaleString('en-GB')

export const loading = 'Loading…'

export const buttonWords = { pending: 'Working…' }

export const dialogWords = { cancel: 'Cancel', close: 'Close' }

export const fieldWords = { optional: '(optional)', errorPrefix: 'Error: ' }

export const errorWords = {
  somethingWentWrong: 'Something went wrong, please try again.',
  tryAgain: 'Try again',
  problem: 'There is a problem',
}

export const breadcrumbsLabel = 'Breadcrumb'

export const menuWords = { more: 'More actions' }

export const dateWords = { day: 'Day', month: 'Month', year: 'Year' }

export const fileWords = {
  drop: 'Drop a file here, or',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  uploading: 'Uploading…',
}

export const filterWords = {
  label: 'Filters',
  active: 'Active filters:',
  remove: 'Remove filter ',
  clearAll: 'Clear all',
  noOptions: 'No options',
}

export const searchWords = {
  clear: (label: string) => `Clear ${label.toLowerCase()}`,
  noMatches: 'No matches',
  searching: 'Searching…',
}

export const selectionWords = {
  label: 'With selected',
  selected: (count: number) => `${formatted(count)} selected`,
  none: 'None selected',
  clear: 'Clear selection',
  selectAll: 'Select all on this page',
  select: (name: string | undefined) => `Select ${name ?? ''}`,
}

export const tableWords = {
  empty: 'Nothing here yet',
  noLongerListed: ' (no longer in this list)',
  sortBy: 'Sort by',
  chooseOrder: 'Choose an order',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  notGiven: 'Not given',
}

export const pageWords = {
  label: 'Pages',
  none: 'None',
  to: ' to ',
  of: ' of ',
  ofMoreThan: ' of more than ',
  perPage: 'Per page',
  page: (page: number) => `Page ${formatted(page)}`,
  previous: 'Previous page',
  next: 'Next page',
  missing: (page: number) => `There is no page ${formatted(page)}`,
  goTo: (page: number) => `Go to page ${formatted(page)}`,
  pages: (last: number) => (last === 1 ? 'The list has 1 page.' : `The list has ${formatted(last)} pages.`),
}

export const chartWords = { peak: (highest: number) => `Peak: ${formatted(highest)}`, showTable: 'Show as a table' }

export const toastWords = { label: 'Messages', close: 'Close message' }
