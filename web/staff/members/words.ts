export const memberListWords = {
  label: 'Users',
  empty: { title: 'No users yet', text: 'Users are the people who work in this organisation.' },
  noMatch: { title: 'No user matches', text: 'Search for another name, or clear the filters.' },
}
