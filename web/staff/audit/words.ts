export const auditLogWords = {
  empty: 'No events yet',
  noMatch: { title: 'No events match', text: 'Choose more days or other events, or clear the filters.' },
  notAllCounted: 'Not every entry was counted. Choose fewer days or one event to see the rest.',
  title: 'Audit Log',
  label: 'Audit log',
  export: 'Export',
  exporting: 'Exporting…',
  columns: { when: 'When', who: 'Who', what: 'What', event: 'Event' },
  onlyBy: 'Show only events by ',
  filters: {
    label: 'Filter the audit log',
    eventType: 'Event type',
    days: 'Days',
    event: (event: string) => `Event: ${event}`,
    from: (day: string) => `from ${day}`,
    to: (day: string) => `to ${day}`,
    chosenDays: (days: string) => `Days ${days}`,
    by: (name: string | undefined) => `By ${name ?? 'one user or client'}`,
  },
  ofUser: 'All activity of this user in Formward is recorded here.',
  ofOrganisation: 'All activity in this organisation is recorded here.',
}

export const patientLogWords = {
  label: 'Access log',
  recorded: 'Everyone who opens this patient’s record, or sees the patient in a list, is recorded here.',
}
