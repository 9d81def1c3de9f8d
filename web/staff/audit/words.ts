export const auditLogWords = {
  empty: 'Nothing recorded yet',
  noMatch: { title: 'Nothing matches', text: 'Choose more days or other events, or clear the filters.' },
  notAllCounted: 'Not every entry was counted. Choose fewer days or one event to see the rest.',
}
