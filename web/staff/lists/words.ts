/** What every list says in the same words. */
export const listWords = {
  clearFilters: 'Clear filters',
  skip: 'Skip to the list',
  notRefreshed: 'The list could not be refreshed',
  tryAgain: 'Try again',
}
