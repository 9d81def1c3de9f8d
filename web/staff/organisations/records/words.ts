export const recordsWords = {
  period: {
    title: 'Retention period',
    text: 'The years are counted from the last change of the patient or of one of their form requests. The NHS Records Management Code asks for at least 8 years for records of adults, and 20 for mental health. Records of children are always kept until the 25th birthday, or the 26th if the last change was at 17.',
    years: 'Retention period in years',
    deletes: 'Delete records after the retention period',
    deletesHint:
      'Records are deleted permanently, early every Sunday. The audit log shows each deletion. Check the list below before you turn this on.',
    save: 'Save retention period',
    saved: 'The retention period was saved.',
  },
  old: {
    title: 'Records past their retention period',
    willGo: 'They will be deleted next Sunday, unless they change or are put on legal hold.',
    staysOff: 'They are not deleted, because deletion is turned off.',
    count: (total: string) => `${total} records`,
    one: '1 record',
    countCapped: (total: string) => `More than ${total} records`,
    shown: (shown: number) => `The list shows the ${shown} oldest.`,
    columns: { name: 'Name', nhsNumber: 'NHS number', born: 'Date of birth', lastActivity: 'Last change' },
    empty: { title: 'No records are past their retention period', text: 'Records are listed here when their retention period has ended.' },
  },
}
