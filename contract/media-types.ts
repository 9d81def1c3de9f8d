/** The media types of the files that are sent and answered, as they are registered (https://www.iana.org/assignments/media-types). */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const pdf = 'application/pdf'
export const fhirJson = 'application/fhir+json'
export const json = 'application/json'
export const pictures = ['image/png', 'image/jpeg', 'image/webp'] as const
