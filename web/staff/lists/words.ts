/** What every list says in the same words. */
export const listWords = {
  clearFilters: 'Clear filters',
}
