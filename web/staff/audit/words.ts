export const auditLogWords = {
  empty: 'No events yet',
  noMatch: { title: 'No events match', text: 'Choose more days or other events, or clear the filters.' },
  notAllCounted: 'Not every entry was counted. Choose fewer days or one event to see the rest.',
  archived: (day: string) =>
    `Events before ${day} may be in the archive and not in this list. The operator of your server can search the archive.`,
  title: 'Audit Log',
  label: 'Audit log',
  export: 'Export',
  exportTitle: 'Export the audit log',
  columns: { when: 'When', who: 'Who', what: 'What', event: 'Event' },
  onlyBy: 'Show only events by ',
  findPatient: 'Open a patient’s access log',
  patientChoice: (number: string, born: string) => `${number} · born ${born}`,
  noNhsNumber: 'No NHS number',
  findUser: 'Events by one user',
  filters: {
    label: 'Filter the audit log',
    eventType: 'Event type',
    days: 'Days',
    automaticReads: 'Show automatic reads',
    automaticReadsShown: 'With automatic reads',
    automaticReadsHint:
      'Screens read some things by themselves, such as your own details, or the scores when you open a patient. These reads are recorded but not listed.',
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
