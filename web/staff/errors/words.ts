const tryAgain = 'Try again'
const signOut = 'Sign out'
const goToStart = 'Go to the start page'

export const notFoundWords = {
  title: 'Page not found',
  text: 'Check the address for typing mistakes. The page may have been removed.',
  goToStart,
}

export const notReachedWords = {
  title: 'Formward cannot be reached',
  text: 'Check your internet connection, then try again.',
  tryAgain,
}

export const screenErrorWords = {
  offline: 'You are offline, so this screen could not be loaded.',
  tooSlow: 'The screen took too long to load. Reload the page.',
  outdated: 'This screen could not be loaded. Reload the page to get the latest version of Formward.',
  reload: 'Reload the page',
  notOpened: 'Formward could not be opened',
  signOut,
}

export const unauthorisedWords = {
  title: 'You are not allowed to see this page',
  text: 'Your role does not include this page. If you need the page, ask an admin.',
  goToStart,
  signOut,
}
