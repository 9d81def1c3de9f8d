export const formListWords = {
  label: 'Forms',
  empty: { title: 'No forms yet', text: 'A form holds the questions that patients are asked.' },
  noMatch: { title: 'No form matches', text: 'Search for other words, or clear the filters.' },
}

export const submissionListWords = {
  label: 'Submissions',
  empty: { title: 'No submissions yet', text: 'Submissions appear here when patients send their answers.' },
}

export const versionListWords = {
  label: 'Versions',
  empty: { title: 'Never published', text: 'Publish the draft to create version 1.' },
}
