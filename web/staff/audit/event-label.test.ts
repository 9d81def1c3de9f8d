import { expect, test } from 'vitest'

import { eventLabel } from './event-label.ts'

test.each([
  ['tenantMemberLogin', 'User login'],
  ['tenantLogsExported', 'Organisation logs exported'],
  ['pepSubscriberRead', 'PEP subscriber read'],
  ['nhsAppTasksRead', 'NHS App tasks read'],
  ['patientRead', 'Patient read'],
] as const)('eventLabel: %s is “%s” on screen (AUD-4)', (eventType, label) => {
  expect(eventLabel(eventType)).toBe(label)
})
