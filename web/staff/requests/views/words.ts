export const savedViewsWords = {
  views: 'Views',
  current: (name: string) => `View: ${name}`,
  allRequests: 'All form requests',
  default: 'default',
  none: 'Save the current filters, sort order and page size under a name.',
  saveNew: 'Save as new view',
  manage: 'Manage views',
  saved: (name: string) => `View ${name} saved.`,
  changed: 'Changed since it was saved',
  saveChanges: 'Save changes',
  discardChanges: 'Discard changes',
}

export const saveViewWords = {
  title: 'Save as new view',
  save: 'Save view',
  cancel: 'Cancel',
  text: 'A view keeps the current filters, sort order and page size. Only you can see your views.',
  name: 'Name',
  openFirst: 'Open Form Requests with this view',
}

export const manageViewsWords = {
  title: 'Manage views',
  none: 'No saved views.',
  default: 'default',
  actions: (name: string) => `Actions for ${name}`,
  rename: 'Rename',
  renameNamed: (name: string) => `Rename ${name}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  makeDefault: 'Make default',
  removeDefault: 'Remove as default',
  delete: 'Delete',
  done: 'Done',
  cancel: 'Cancel',
  name: 'Name',
}
