export const patientListWords = {
  label: 'Patients',
  labelOfArchived: 'Archived patients',
  empty: { title: 'No patients yet', text: 'Create a patient, or import form requests.' },
  noMatch: {
    title: 'No patient matches',
    text: 'Search by the start of a name, an NHS number or a local patient ID, or clear the filters.',
  },
}

export const patientRequestsWords = {
  label: 'Forms of this patient',
  noForms: 'No forms yet',
  sendFirst: 'Use the button above to send the first form.',
  noneSent: 'No form was sent to this patient.',
}
