export const organisationListWords = {
  label: 'Organisations',
  empty: {
    title: 'No organisations yet',
    text: 'Each organisation has its own users, patients and forms. Other organisations cannot see them.',
  },
  noMatch: { title: 'No organisation matches', text: 'Search by name, ODS code or number, or clear the filters.' },
}
