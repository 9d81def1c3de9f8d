import { beforeAll, describe, expect, test } from 'vitest'

import { openWorklist } from '#test/worklist.ts'

let worklist: Awaited<ReturnType<typeof openWorklist>>
beforeAll(async () => {
  worklist = await openWorklist()
})

describe('The filters of GET /request', () => {
  test('each filter returns what it says, alone and with several values (REQ-1)', async () => {
    const { colleague, formIds, patients, wardId, shown } = worklist
    const expected: Record<string, string> = {
      '': 'abcde',
      'filters[status]=opened': 'b',
      'filters[status][0]=opened&filters[status][1]=closed': 'bd',
      'filters[specialty]=320': 'bc',
      [`filters[formId]=${formIds[1]}`]: 'de',
      [`filters[formId][0]=${formIds[0]}&filters[formId][1]=${formIds[1]}`]: 'abcde',
      'filters[assignee]=me': 'c',
      'filters[assignee]=none': 'abe',
      'filters[assignee]=COLLEAGUE': 'd',
      'filters[assignee][0]=me&filters[assignee][1]=none': 'abce',
      'filters[method][0]=email&filters[method][1]=nhs_app': 'be',
      'filters[location]=Ward 4B': 'ad',
      'filters[event]=Clinic 3 May': 'b',
      'filters[urgent]=true': 'b',
      'filters[urgent]=false': 'acde',
      [`filters[patientId]=${patients[1]!.id}`]: 'de',
      'filters[submittedFrom]=2026-07-05&filters[submittedTo]=2026-07-05': 'c',
      [`filters[wardId]=${wardId}`]: 'de',
      'filters[wardId]=none': 'abc',
      [`filters[wardId][0]=${wardId}&filters[wardId][1]=none`]: 'abcde',
      [`filters[wardId]=${wardId}&filters[location]=Ward 4B`]: 'd',
    }
    for (const [query, letters] of Object.entries(expected)) {
      const asked = query.replace('COLLEAGUE', colleague.id)
      expect([asked, await shown(asked)]).toEqual([asked, letters])
    }
  })

  test('a day is a day of the British calendar: half past eleven at night by Greenwich is tomorrow in summer (REQ-1)', async () => {
    const { shown } = worklist
    expect(await shown('filters[createdFrom]=2026-07-01&filters[createdTo]=2026-07-01')).toBe('b')
    expect(await shown('filters[createdFrom]=2026-06-30&filters[createdTo]=2026-06-30')).toBe('')
    expect(await shown('filters[createdTo]=2026-03-01')).toBe('a')
  })

  test('searching finds by words of the name in any order and without accents, by numbers, local ID and pathway, while typing (REQ-1)', async () => {
    const { patients, shown } = worklist
    const nhsNumber = patients[1]!.nhsNumber!
    const expected: Record<string, string> = {
      smith: 'abc',
      'AMELIE smi': 'abc',
      'smith amé': 'abc',
      jones: 'abc',
      bl: 'de',
      blacksmith: 'de',
      acksmi: '',
      'am sm': 'abc',
      'tom jones': '',
      [nhsNumber]: 'de',
      [`${nhsNumber.slice(0, 3)} ${nhsNumber.slice(3, 6)} ${nhsNumber.slice(6)}`]: 'de',
      'MRN-7': 'abc',
      'pw-11': 'e',
      'PW-1': 'ce',
      '100%': '',
      "_mith'; --": '',
    }
    for (const [text, letters] of Object.entries(expected))
      expect([text, await shown(`filters[search]=${encodeURIComponent(text)}`)]).toEqual([text, letters])
  })
})
