import { describe, expect, test } from 'vitest'

import { waitingListCheck } from './form/library/waiting-list-check.ts'
import { waitingListQueues } from './waiting-list-queues.ts'
import { decisionsOf, queuesOf } from './waiting-list.ts'
import { waitingListWarnings } from './waiting-list-warnings.ts'

describe('queuesOf', () => {
  const waiting = { waiting: '2', needed: 'yes', changed: 'no_change', contact: 'yes' }
  test.each<[string, Record<string, string | string[]>, string[]]>([
    ['still waiting, nothing changed', waiting, []],
    ['not on a waiting list (0)', { waiting: '0', contact: 'yes' }, ['not_on_list']],
    ['not sure if on a waiting list (1)', { ...waiting, waiting: '1' }, ['not_sure']],
    ['not sure whether still needed', { ...waiting, needed: 'unsure' }, ['not_sure']],
    ['not sure twice is one entry', { ...waiting, waiting: '1', needed: 'unsure' }, ['not_sure']],
    ['no longer needed', { waiting: '2', needed: 'no', reason: 'my_symptoms_have_gone', contact: 'yes' }, ['no_longer_needed']],
    ['much worse', { ...waiting, changed: 'much_worse' }, ['worse']],
    ['a little worse', { ...waiting, changed: 'a_little_worse' }, ['worse']],
    ['better', { ...waiting, changed: 'better' }, []],
    ['contact details changed', { ...waiting, contact: 'no' }, ['details_changed']],
    [
      'several at once, the most urgent first',
      { waiting: '1', needed: 'no', changed: 'much_worse', contact: 'no' },
      ['worse', 'not_sure', 'no_longer_needed', 'details_changed'],
    ],
    ['an answer about symptoms that is not known', { ...waiting, changed: 'it_varies' }, ['worse']],
    ['an answer about the list that is not known', { ...waiting, waiting: '3' }, ['not_sure']],
    ['an answer about the need that is not known', { ...waiting, needed: 'constructor' }, ['not_sure']],
    ['questions left empty', { waiting: '', needed: [], changed: ' ', message: 'Hello' }, []],
    ['no answers', {}, []],
  ])('%s (PTN-5)', (_, answers, queues) => {
    expect(queuesOf(answers)).toEqual(queues)
  })

  test('every answer of the library form leads to its queues, and its form has no warnings (PTN-5)', () => {
    expect(waitingListWarnings(waitingListCheck.definition)).toEqual([])
    const leading = waitingListCheck.definition.questions.flatMap(({ id, options = [] }) =>
      options
        .filter(({ value }) => queuesOf({ [id]: value }).length > 0)
        .map(({ value }) => `${id} ${value} ${queuesOf({ [id]: value }).join()}`),
    )
    expect(leading).toEqual([
      'waiting 0 not_on_list',
      'waiting 1 not_sure',
      'needed no no_longer_needed',
      'needed unsure not_sure',
      'changed a_little_worse worse',
      'changed much_worse worse',
    ])
  })
})

describe('waitingListWarnings', () => {
  test('names a question that a queue needs, an option that is missing and an option that is not known (PTN-5)', () => {
    const { questions } = waitingListCheck.definition
    const changed = questions.find(({ id }) => id === 'changed')!
    const definition = {
      questions: [
        ...questions.filter(({ id }) => id !== 'changed' && id !== 'contact' && id !== 'needed'),
        {
          ...changed,
          options: [...changed.options!.filter(({ value }) => value !== 'much_worse'), { value: 'varies', label: 'It varies' }],
        },
        { id: 'needed', type: 'free_text' as const, title: 'Do you need it?', required: true },
      ],
    }
    expect(waitingListWarnings(definition).map(({ message, question }) => [question, message])).toEqual([
      [
        'needed',
        'The waiting list does not know whether the appointment is still needed without the question ‘needed’ of the ready-made form ‘Waiting list check’.',
      ],
      ['changed', 'The waiting list expects an option with the value ‘much_worse’ in the question about whether symptoms have changed.'],
      ['changed', 'The waiting list does not know the option ‘It varies’. Patients who choose it are listed under ‘Symptoms worse’.'],
      [
        undefined,
        'The waiting list does not know whether contact details are right without the question ‘contact’ of the ready-made form ‘Waiting list check’.',
      ],
    ])
  })
})

describe('decisionsOf', () => {
  test('silence only leads to contact or to staying on the waiting list (PTN-5)', () => {
    expect(decisionsOf.no_reply).toEqual(['contacted_again', 'letter_queued', 'kept'])
    expect(waitingListQueues.every((queue) => decisionsOf[queue].length > 0)).toBe(true)
  })
})
