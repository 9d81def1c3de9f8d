import { readFileSync } from 'node:fs'

import { describe, expect, inject, test } from 'vitest'

import { testServer } from '#test/test-server.ts'
import { openOrganisation } from '#test/organisation.ts'

import { personalDataIn } from './personal-data.ts'

describe('Personal data in logs', () => {
  test.each([
    '{"msg":"for Okafor"}',
    '{"patient":"O’Brien, Éilis"}',
    '{"to":"someone@example.com"}',
    '{"nhs":"999 000 0018"}',
    '{"nhs":"9990000018"}',
    '{"phone":"+447700900123"}',
    '{"phone":"07700 900123"}',
    '{"born":"1984-03-15"}',
    '{"at":"LS1 4AP"}',
    '{"url":"/r/Zm9yd2FyZC1saW5r"}',
    '{"authorization":"DPoP eyJhbGciOiJSUzI1NiJ9.e30"}',
    '{"url":"/api/patients/patient?filters[search]=a"}',
    '{"file":"list of March.xlsx"}',
    '{"answer":"Zz0123abcd"}',
    `{"cookie":"${'aB3_'.repeat(10)}xyz"}`,
  ])('a log that contains %s is detected (RUN-6, SAFE-2)', (line) => {
    expect(personalDataIn(`{"level":30}\n${line}\n`)).toEqual([expect.stringContaining('line 2')])
  })

  test('a log of actions without people passes (RUN-6)', () => {
    const line =
      '{"level":30,"time":1790000000000,"service":"formward","requestId":"3e8f5f9c-0d6f-4a52-9a9d-0b6f9f0a1c11","method":"GET","route":"/r/:token/question/:number","status":200,"ms":3,"stack":["    at ask (/srv/formward/server/wards/Ward.ts:3:1)","    at node_modules/@fastify/x/index.js"]}'

    expect(personalDataIn(line)).toEqual([])
  })

  test('the logs of this run, at the most detailed level, are collected and searched at its end (RUN-6, SAFE-2)', async () => {
    const { app } = await testServer()
    const ward = await openOrganisation()
    const ada = await ward.staff('User', { lastName: 'Okafor' })
    const { headers } = await ada.get('/api/patients/patient?filters[search]=okafor')
    const missing = await app.inject('/api/patients/patient?nhsNumber=9990000018')

    const lines = readFileSync(inject('logFile'), 'utf8').split('\n')

    for (const id of [headers['x-request-id'], missing.headers['x-request-id']])
      expect(lines.filter((line) => line.includes(String(id)))).toHaveLength(1)
  })
})
