/** A body that a call takes, or what it answers. */
type Example = { body?: object; answer?: object }

const patientId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const formId = '8babb960-08be-483d-98fc-dbf1cfa80e23'

const patient = {
  nhsNumber: '9990012865',
  localPatientId: 'H1',
  firstName: 'Rosalind',
  lastName: 'Okafor',
  dateOfBirth: '1967-11-07',
  phoneNumber: '07700 900123',
  address: { line1: '4 Mill Lane', town: 'Northbury', postcode: 'NB1 2AB' },
}

const savedPatient = {
  id: patientId,
  nhsNumber: '9990012865',
  localPatientId: 'H1',
  firstName: 'Rosalind',
  lastName: 'Okafor',
  fullName: 'Rosalind Okafor',
  dateOfBirth: '1967-11-07',
  sex: null,
  address: { line1: '4 Mill Lane', line2: '', town: 'Northbury', county: '', postcode: 'NB1 2AB' },
  phoneNumber: '+447700900123',
  emailAddress: null,
  preferredMethod: null,
  mayBeContacted: true,
  leftOutOfNhsApp: false,
  deceased: false,
  dateOfDeath: null,
  optedOutMethods: [],
  optOuts: [],
  admissionStatus: '',
  submitted: false,
  onRecord: true,
  locale: 'en',
  ward: null,
  archived: false,
  archivedAt: null,
  mergedIntoId: null,
  legalHold: null,
  openRequests: 0,
  createdAt: '2026-11-02T09:30:00.000000Z',
  updatedAt: '2026-11-02T09:30:00.000000Z',
}

const toSend = { patientIds: [patientId], formId, location: 'Outpatients 3', event: 'After the clinic' }

/** Examples of the calls that systems make most, by the name of the call. A test compares each with the contract. */
export const examples: Record<string, Example> = {
  'patients.save': { body: patient, answer: { result: 'created', patient: savedPatient } },
  'patients.create': { body: patient, answer: savedPatient },
  'patients.update': { body: { phoneNumber: '07700 900456' }, answer: { ...savedPatient, phoneNumber: '+447700900456' } },
  'requests.create': { body: toSend, answer: { ids: ['c37f37d5-5ece-4b5f-b57b-aae77cefa170'] } },
  'requests.preview': { body: toSend },
  'forms.list': {
    answer: {
      docs: [
        {
          id: formId,
          title: 'Before your operation',
          description: '',
          type: 'general',
          version: 2,
          publishedAt: '2026-10-12T14:05:00.000000Z',
          isArchived: false,
          questionCount: 12,
          isChanged: false,
          editedBy: null,
          editedAt: '2026-10-12T14:05:00.000000Z',
          requestCount: 1,
          createdAt: '2026-09-01T08:00:00.000000Z',
          updatedAt: '2026-10-12T14:05:00.000000Z',
        },
      ],
      page: 1,
      totalDocs: 1,
    },
  },
}
