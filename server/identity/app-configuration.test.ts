import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'

import { serveAppConfiguration } from './app-configuration.routes.ts'

describe('GET /config.json', () => {
  test.each([
    [['outbox' as const], true],
    [['govuk-notify' as const, 'smtp' as const], false],
  ])(
    'a demonstration that sends by %o says whether messages are kept in the outbox: %o (NOT-7)',
    async (NOTIFICATION_TRANSPORT, outbox) => {
      const app = fastify()
      serveAppConfiguration(app, { ...readConfig({ DEMO: 'true' }), NOTIFICATION_TRANSPORT }, 'https://id.example')
      expect((await app.inject('/config.json')).json()).toMatchObject({ outbox })
    },
  )
})
