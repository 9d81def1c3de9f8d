import { beforeAll, describe, expect, test } from 'vitest'

import type { ProblemBody } from '#contract/problems.ts'

import { ApiProblem, NoAnswer } from './api-problem.ts'
import { refusalWords, type Action, type RefusalWords } from './refusal-words.ts'
import { fieldErrorsOf, loadRefusalWords, somethingWentWrong, wordsOf } from './refusal.ts'

beforeAll(loadRefusalWords)

const body = (more: Partial<ProblemBody>): ProblemBody => ({
  type: 'about:blank',
  status: 409,
  code: 'conflict',
  title: 'conflict',
  ...more,
})

describe('The message of a refused call', () => {
  test('a refused call has a message for its resource group, action and status (ERR-1)', () => {
    expect(wordsOf(new ApiProblem(404, 'formRequest:close'))).toBe(
      "The form request either doesn't exist or someone else has taken control.",
    )
    expect(wordsOf(new ApiProblem(401, 'organisation:create'))).toBe(
      'You do not have the necessary permissions to create the organisation.',
    )
    expect(wordsOf(new ApiProblem(403, 'user:list'))).toMatch(/must be a member of the organisation/)
    expect(wordsOf(new ApiProblem(409, 'organisation:create'))).toBe('An organisation already exists with that ODS Code.')
  })

  test('for a 409 the message of the server is shown unchanged (ERR-1)', () => {
    expect(wordsOf(new ApiProblem(409, 'organisation:create', body({ detail: 'RZ901 is taken.' })))).toBe('RZ901 is taken.')
  })

  test('the server’s message about being busy is shown, and the catalogue’s if there is none (ERR-1)', () => {
    const busy = body({ status: 503, code: 'unavailable', detail: 'You already have 4 PDFs on the way.' })
    expect(wordsOf(new ApiProblem(503, 'form:download', busy))).toBe('You already have 4 PDFs on the way.')
    expect(wordsOf(new ApiProblem(503, 'form:download'))).toMatch(/^Formward is busy/)
  })

  test('the message of the server does not replace the more exact message of the catalogue (ERR-1)', () => {
    const hidden = body({ status: 404, code: 'not_found', detail: 'patient 5 of another organisation' })
    expect(wordsOf(new ApiProblem(404, 'patient:update', hidden))).toBe('The patient could not be found.')
  })

  test.each([new ApiProblem(418, 'patient:list'), new ApiProblem(500, 'nobody:knows'), new Error('boom'), 'boom', undefined])(
    'a failure without a message of its own has the general one: %s (ERR-1)',
    (error) => expect(wordsOf(error)).toBe(somethingWentWrong),
  )

  test('offline, unreachable and timed-out calls have their own messages (ERR-3)', () => {
    const words = (['offline', 'timeout', 'unreachable'] as const).map((reason) => wordsOf(new NoAnswer(reason, 'patient:list')))
    expect(words[0]).toMatch(/offline/)
    expect(words[1]).toMatch(/too long/)
    expect(words[2]).toMatch(/cannot be reached/)
  })

  test('of several errors of one field, the first is shown next to it (VAL-2)', () => {
    const errors = [
      { field: 'nhsNumber', message: 'NHS number is required.' },
      { field: 'nhsNumber', message: 'Needs to be a valid NHS number.' },
      { field: 'lastName', message: 'Last name is required.' },
    ]
    const problem = new ApiProblem(400, 'patient:create', body({ status: 400, code: 'invalid_request', errors }))
    expect(fieldErrorsOf(problem)).toEqual({ nhsNumber: 'NHS number is required.', lastName: 'Last name is required.' })
  })

  /** Specification section 8, as it stands there. */
  const known: Record<string, number[]> = {
    'organisation:create': [400, 401, 409, 500],
    'organisation:update': [400, 401, 404, 409, 500],
    'organisation:read': [400, 401, 500],
    'organisation:list': [401, 500],
    'user:list': [401, 403, 500],
    'user:create': [400, 401, 500],
    'user:update': [400, 401, 404, 500],
    'user:listRoles': [401, 500],
    'user:delete': [401, 404, 500],
    'user:audit': [401, 500],
    'patient:create': [400, 401, 500],
    'patient:update': [400, 401, 404, 500],
    'patient:archive': [401, 404, 500],
    'patient:list': [401, 500],
    'formRequest:assign': [401, 404, 500],
    'formRequest:close': [401, 404, 500],
    'formRequest:reopen': [401, 404, 500],
    'formRequest:upload': [400, 401, 500],
    'formRequest:import': [401, 500],
    'formRequest:export': [401, 500],
    'formRequest:download': [401, 500],
    'form:create': [400, 401, 500],
    'form:update': [400, 401, 404, 500],
    'form:delete': [400, 401, 500],
    'form:get': [401, 404, 500],
    'form:list': [401, 500],
    'form:listResponses': [401, 404, 500],
    'form:listVersions': [401, 404, 500],
    'form:listQuestions': [401, 500],
    'notificationTemplate:create': [400, 401, 500],
    'notificationTemplate:update': [400, 401, 404, 500],
    'notificationTemplate:delete': [401, 404, 500],
    'notificationTemplate:get': [401, 404, 500],
    'notificationTemplate:list': [401, 500],
    'pepConfig:get': [404, 500],
    'pepConfig:update': [500],
  }

  test.each(Object.entries(known))('%s has a message for every status of the catalogue (ERR-1)', (action, statuses) => {
    const words = (refusalWords as Record<string, Record<number, string>>)[action]
    expect(statuses.filter((status) => !words?.[status])).toEqual([])
  })

  /** What the specification says word by word. */
  const quoted = [
    [400, 'formRequest:upload', /^Invalid import file\./],
    [401, 'patient:list', /necessary permissions/],
    [403, 'user:list', /must be a member of the organisation/],
    [404, 'organisation:update', /organisation could not be found/],
    [404, 'formRequest:assign', /either doesn't exist or someone else has taken control/],
    [404, 'formRequest:close', /either doesn't exist or someone else has taken control/],
    [404, 'formRequest:reopen', /either doesn't exist or someone else has taken control/],
    [404, 'pepConfig:get', /^disabled$/],
    [409, 'organisation:create', /^An organisation already exists with that ODS Code\.$/],
    [409, 'organisation:update', /^An organisation already exists with that ODS Code\.$/],
    [500, 'pepConfig:get', /^Unable to load the PEP config section$/],
  ] as const

  test.each(quoted)('a %i of %s has the message of the specification (ERR-1)', (status, action, words) => {
    expect(wordsOf(new ApiProblem(status, action))).toMatch(words)
  })

  test('every 401 mentions permissions, and no message is used for two actions (ERR-1)', () => {
    const catalogue = Object.entries(refusalWords).filter(([action]) => !action.startsWith('pepConfig:'))
    for (const [action, words] of catalogue) expect(words[401], action).toMatch(/^You do not have the necessary permissions to /)
    const said = catalogue.map(([, words]) => words[500])
    expect(new Set(said).size).toBe(said.length)
  })

  test('a call without messages does not compile (ERR-1)', () => {
    const { 'patient:create': _forgotten, ...rest } = refusalWords
    // @ts-expect-error -- one action of the contract is not in it: the day this compiles, calls may go without words
    const incomplete: Record<Action, RefusalWords> = rest
    expect(Object.keys(incomplete)).not.toContain('patient:create')
  })
})
