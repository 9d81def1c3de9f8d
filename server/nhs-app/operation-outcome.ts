/** A refusal as the published standard of the Patient Care Aggregator words it. No diagnostics repeat what was sent. */
export class FeedRefusal extends Error {
  readonly status: number
  readonly issue: Issue
  readonly retryAfter: number | undefined
  constructor(status: number, issue: Issue, retryAfter?: number) {
    super(issue.diagnostics ?? 'ACCESS_DENIED')
    this.status = status
    this.issue = issue
    this.retryAfter = retryAfter
  }
}

type Issue = {
  code: 'exception' | 'forbidden' | 'not-found'
  diagnostics?: string
  details?: { coding: { system: string; version: string; code: string; display: string }[] }
}

const exception = (diagnostics: string): Issue => ({ code: 'exception', diagnostics })

export const outcomeOf = ({ issue }: FeedRefusal) => ({ resourceType: 'OperationOutcome', issue: [{ severity: 'error', ...issue }] })

export const refusals = {
  noPatient: () => new FeedRefusal(400, exception('"patient:identifier" is required')),
  wrongPatient: () =>
    new FeedRefusal(
      400,
      exception('"patient:identifier" fails to match the required pattern: /^https://fhir.nhs.uk/Id/nhs-number|[1-9][0-9]{9}$/'),
    ),
  noCorrelationId: () => new FeedRefusal(400, exception('"X-Correlation-ID" is required and must be a UUID')),
  wrongRequest: () => new FeedRefusal(400, exception('Bad Request')),
  notTheAggregator: () => new FeedRefusal(401, accessDenied('Invalid access token')),
  notIdentified: () => new FeedRefusal(401, accessDenied('Invalid NHS login ID token')),
  anotherPatient: () => new FeedRefusal(401, exception('"patient:identifier" fails to match the NHS number of the NHS login ID token')),
  under16: () => new FeedRefusal(403, { code: 'forbidden', diagnostics: 'UNDER_16_DENIED' }),
  tooManyRequests: (retryAfter: number) => new FeedRefusal(429, exception('Too Many Requests'), retryAfter),
  failed: () => new FeedRefusal(500, exception('Internal Server Error')),
  unavailable: () => new FeedRefusal(503, exception('Service Unavailable'), 5),
  tooLate: () => new FeedRefusal(504, exception('Gateway Timeout')),
}

const accessDenied = (display: string): Issue => ({
  code: 'forbidden',
  details: {
    coding: [{ system: 'https://fhir.nhs.uk/R4/CodeSystem/Spine-ErrorOrWarningCode', version: '1', code: 'ACCESS_DENIED', display }],
  },
})
