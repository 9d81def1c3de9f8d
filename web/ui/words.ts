// Texts of the first load. Texts of lists and fields are in their own files, because their widgets are loaded later.

export const loading = 'Loading…'

export const buttonWords = { pending: 'Working…' }

export const breadcrumbsLabel = 'Breadcrumb'

export const errorWords = {
  somethingWentWrong: 'Something went wrong, please try again.',
  tryAgain: 'Try again',
}
