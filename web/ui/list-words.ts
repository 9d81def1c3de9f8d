const formatted = (count: number) => count.toLocaleString('en-GB')

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

export const chartWords = {
  showTable: 'Show as a table',
  weekend: 'Weekend',
  point: (label: string, value: number) => `${label}: ${formatted(value)}`,
  pointWithBefore: (now: string, before: string) => `${now}. Before, ${before}`,
}
