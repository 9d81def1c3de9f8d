export const searchDialogWords = {
  title: 'Search',
  label: 'Search patients, form requests, forms and pages',
  example: 'Name, NHS number, form or page',
  pages: 'Pages and actions',
  help: 'Help',
  patients: 'Patients',
  requests: 'Form requests',
  forms: 'Forms',
  users: 'Users',
  born: (day: string) => `Born ${day}`,
  searching: 'Searching…',
  none: 'No results.',
  typeMore: 'Type at least 2 characters to search patients, form requests and forms.',
  failed: (what: string) => `${what} could not be searched.`,
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
}

/** Pages that the navigation does not name, and actions. */
export const pageWords = {
  requestCreate: 'Create form request',
  patientCreate: 'Create patient',
  formCreate: 'Create form',
  formImport: 'Import form',
  formLibrary: 'Question library',
  seriesCreate: 'Create series',
  userCreate: 'Create user',
  notificationTemplateCreate: 'Create template',
  organisationCreate: 'Create organisation',
  profile: 'Profile',
  profileSecurity: 'Sign-in security',
  help: 'Help',
  logout: 'Sign out',
} as const

export const viewWords = (name: string) => `Form requests: ${name}`
