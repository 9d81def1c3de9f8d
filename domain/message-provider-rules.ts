import { asText, isEmpty, type Rule } from './validation/rule.ts'

const rule =
  (isValid: (text: string) => boolean, message: string): Rule =>
  (value) =>
    isEmpty(value) || isValid(asText(value).trim()) ? undefined : message

const emailPattern = /^[^\s@<>"(),:;[\]\\]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

export const mailAddress = rule((text) => emailPattern.test(text), '{field} must be an email address, such as forms@example.nhs.uk.')

/** The name of a host without a protocol, port or path. */
export const mailServer = rule(
  (text) => /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(text),
  '{field} must be a name such as smtp.example.nhs.uk, without a port.',
)

export const notifyId = rule(
  (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  '{field} must be an ID such as 0d1e2f30-0000-4000-8000-000000000001.',
)

/** The name of the key, the id of the service and the secret (https://docs.notifications.service.gov.uk/rest-api.html#api-keys). */
export const notifyKeyPattern = /(?:^|-)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
export const notifyKey = rule(
  (text) => notifyKeyPattern.test(text),
  '{field} must be an API key of GOV.UK Notify, which ends with two IDs.',
)
