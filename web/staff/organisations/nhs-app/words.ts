import { formatCount } from '#domain/amounts.ts'

export const nhsAppWords = {
  label: 'NHS App',
  description:
    'Patients of 16 and over who sign in to the NHS App see their form requests there and open them without entering their date of birth.',
  notConfigured: {
    title: 'This installation is not connected to the NHS App yet',
    text: 'You can save the settings now. Patients see nothing in the NHS App until the people who run Formward have connected it.',
  },
  isOn: 'Show form requests in the NHS App',
  isOnHint:
    'The NHS App shows the specialty, the type of the form and the state of the form request. It shows no answers and no form titles.',
  clinics: 'Clinics to leave out',
  clinicsHint:
    'One on each line. A clinic is the location of a form request or, where the PEP is in use, the PEP code of its form. Upper and lower case are the same.',
  clinicsProblem: (limit: number) => `Enter ${limit} clinics or fewer.`,
  clinicLength: (limit: number) => `Each clinic must be ${limit} characters or fewer.`,
  specialties: 'Specialties to leave out',
  specialtiesHint: 'Form requests of these specialties are not shown.',
  choose: 'Choose specialties',
  noSpecialty: 'No specialty is left out.',
  alsoLeftOut:
    'Also left out: forms that are marked as sensitive in the form information, and patients who are left out of the NHS App on their record.',
  save: 'Save NHS App settings',
  saved: 'The NHS App settings were saved.',
}

export const recordServiceWords = {
  label: 'Record Service',
  description: 'The NHS App asks Formward only about patients whose NHS numbers the Record Service of NHS England has.',
  sending: 'Formward sends new patients every five minutes.',
  notConfigured: 'This installation has no account with the Record Service, so no NHS numbers are sent.',
  off: 'NHS numbers are sent only while form requests are shown in the NHS App.',
  waiting: 'Waiting to be sent',
  acknowledged: 'Sent',
  ended: 'Sent, and no longer shown',
  endedHint: 'The Record Service cannot take an NHS number back. The NHS App gets an empty list for these patients.',
  refused: 'Not accepted',
  refusedHint: 'Check the NHS numbers of these patients, then send all patients again.',
  lastSent: 'Last sent',
  never: 'Nothing has been sent yet',
  nextTry: (when: string) => `The next try is at ${when}.`,
  replay: 'Send all patients again',
  replayTitle: 'Send all patients again?',
  replayText: 'Do this when NHS England asks for it. New patients are sent meanwhile.',
  replaying: 'All patients are being sent again.',
  patients: (count: number) => formatCount(count, 'patient'),
}
