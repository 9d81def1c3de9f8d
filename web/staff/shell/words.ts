export const shellWords = {
  profile: 'Profile',
  help: 'Help',
  signOut: 'Sign out',
  search: 'Search everything',
  searchTip: 'Search everything (Ctrl+K)',
  shortcuts: 'Keyboard shortcuts',
  shortcutsTip: 'Keyboard shortcuts (?)',
  offline: 'You are offline. What you see may be out of date, and changes cannot be saved.',
  secondFactor: (day: string) => `From ${day} you need a second factor to sign in.`,
  setUpSecondFactor: 'Set up a second factor',
  documentTitle: (title: string | undefined) => (title ? `${title} – Formward` : 'Formward'),
}
