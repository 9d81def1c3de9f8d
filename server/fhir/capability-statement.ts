import { fhirJson } from '#contract/route.ts'
import { nhsNumberSystem } from '#domain/nhs-number.ts'

const search = (name: string, type: 'date' | 'reference' | 'token', documentation: string) => ({ name, type, documentation })
const common = [search('_id', 'token', 'The ID of the resource'), search('_lastUpdated', 'date', 'Prefixes: eq, gt, ge, lt, le')]
const ofPatient = [
  search('patient', 'reference', 'The ID of the patient in Formward'),
  search('patient:identifier', 'token', `${nhsNumberSystem}|{NHS number}`),
]

const resource = (type: string, documentation: string, searchParam: object[], more: object = {}) => ({
  type,
  documentation,
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'no-version',
  readHistory: false,
  conditionalRead: 'not-match',
  searchParam,
  ...more,
})

/** What is offered, and nothing else (https://hl7.org/fhir/R4/capabilitystatement.html). */
export const capabilityStatement = (address: string, version: string, date: string) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date,
  kind: 'instance',
  instantiates: ['http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data'],
  software: { name: 'Formward', version },
  implementation: { description: 'Forms, form requests and answers of one organisation', url: address },
  fhirVersion: '4.0.1',
  format: [fhirJson, 'json'],
  rest: [
    {
      mode: 'server',
      documentation:
        'Read only. A search can be sent by GET, or by POST to _search. An unknown parameter is refused, or ignored with Prefer: handling=lenient. _count is 100 at most.',
      security: {
        cors: false,
        description: 'An access token of an integration client, with DPoP unless the installation has DPOP=off.',
      },
      resource: [
        resource(
          'Questionnaire',
          'The live version of each published form. Older versions: _history/{version}.',
          [...common, search('status', 'token', 'active or retired')],
          { interaction: [{ code: 'read' }, { code: 'vread' }, { code: 'search-type' }], versioning: 'versioned', readHistory: true },
        ),
        resource('QuestionnaireResponse', 'The answers to a form. They never change.', [
          ...common,
          ...ofPatient,
          search('questionnaire', 'reference', 'The ID of the Questionnaire, in any version'),
          search('status', 'token', 'completed'),
          search('authored', 'date', 'When the answers were sent'),
        ]),
        resource('Task', 'A form request: a form that a patient is asked to fill in.', [
          ...common,
          ...ofPatient,
          search('focus', 'reference', 'The ID of the Questionnaire'),
          search('status', 'token', 'requested, in-progress, completed, cancelled or entered-in-error'),
        ]),
      ],
      operation: [
        {
          name: 'export',
          definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export',
          documentation:
            'The answers to one form: _typeFilter=QuestionnaireResponse?questionnaire=Questionnaire/{id} is required. _since is optional. For integration clients.',
        },
      ],
    },
  ],
})
