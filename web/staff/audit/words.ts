export const auditLogWords = {
  empty: 'No events yet',
  noMatch: { title: 'No events match', text: 'Choose more days or other events, or clear the filters.' },
  notAllCounted: 'Not every entry was counted. Choose fewer days or one event to see the rest.',
}
