import { nhsNumberSystem } from '#domain/nhs-number.ts'

/** What the feed offers (https://hl7.org/fhir/R4/capabilitystatement.html). */
export const capabilityStatement = (address: string, version: string, date: string) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date,
  kind: 'instance',
  software: { name: 'Formward', version },
  implementation: { description: 'The form requests of a patient for the NHS App', url: address },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  rest: [
    {
      mode: 'server',
      security: {
        cors: false,
        description:
          'An OAuth 2.0 bearer token of the Patient Care Aggregator in Authorization, and the NHS login ID token of the patient in NHSD-ID-Token.',
      },
      resource: [
        {
          type: 'Task',
          interaction: [{ code: 'search-type' }],
          searchParam: [
            {
              name: 'patient:identifier',
              type: 'token',
              documentation: `${nhsNumberSystem}|{NHS number}. It must be the number of the NHS login ID token.`,
            },
          ],
        },
      ],
    },
  ],
})
