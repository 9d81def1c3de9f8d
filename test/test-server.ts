import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'

import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { findActor } from '#server/members/members.ts'
import { inTransaction, type Database } from '#server/platform/database.ts'
import { openServices } from '#server/open-services.ts'
import { startWorkers } from '#server/workers.ts'

import { atEndOfFile } from './end-of-file.ts'
import { keepingErrors } from './logged-errors.ts'

/** The header that names the member in API tests; tokens themselves are tested with the real provider in server/identity and e2e. */
export const asSubject = 'x-test-subject'

/** The member that a header names, looked up before any organisation is known. */
export const findActorBySubject = (db: Database, subject: string) => inTransaction(db, { key: subject }, (tx) => findActor(tx, subject))

let opened: ReturnType<typeof openTestServer> | undefined

/** The whole server on a database of this test file's own, made once, on first use. Files share their modules, so the next one opens its own. */
export const testServer = () => (opened ??= freshDatabase().then((url) => openTestServer({ url })))

/** The same on a database that the test file has made, and its standby. To be called before anything else of the file opens the server. */
export const testServerOn = (addresses: Addresses) => (opened ??= openTestServer(addresses))

type Addresses = { url: string; readUrl?: string }

/** A server beside the one of this file, such as another installation. */
export async function openTestServer({ url, readUrl }: Addresses) {
  const config = readConfig({ LOG_LEVEL: 'debug', DEMO: 'true', DATABASE_POOL: '5' })
  const services = await openServices(
    config,
    { url: asApplication(url), ownerUrl: url, readUrl: readUrl && asApplication(readUrl) },
    keepingErrors(pino.destination({ dest: inject('logFile'), sync: true })),
  )
  const app = await createApp({
    services,
    identify: async ({ headers }) => {
      const subject = headers[asSubject]
      const actor = typeof subject === 'string' ? await findActorBySubject(services.db, subject) : undefined
      return actor && { ...actor, sessionId: actor.subject! } // the session that test/organisation.ts opened with the member
    },
  })
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => {})
  const close = once(async () => {
    opened = undefined
    await app.close()
    await services.close()
    await owner.end()
  })
  atEndOfFile(close)
  return { app, services, owner, url, workers: once(() => startWorkers(services)), close }
}

/** The same database, signed in to as the application. */
export const asApplication = (url: string) => url.replace('postgres@', 'formward_app@')

/** A database of its own, as the migrations leave it. */
export async function freshDatabase() {
  const template = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await run(template.replace('/formward', '/postgres'), `create database ${name} template formward strategy file_copy`)
  return template.replace('/formward', `/${name}`)
}

/** One question to a database, as its owner. */
export async function ask<T extends Record<string, unknown>>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(text, values)
  await client.end()
  return rows
}

/** An empty database, without migrations. */
export async function emptyDatabase() {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await ask(inject('postgresUrl').replace('/formward', '/postgres'), `create database ${name}`)
  return inject('postgresUrl').replace('/formward', `/${name}`)
}

/**
 * A database as the README requires it: its owner may create roles and is not a superuser, so row-level security applies to the owner too.
 */
export async function databaseOfPlainOwner() {
  const [postgresUrl, name] = [inject('postgresUrl'), `plain_${crypto.randomUUID().replaceAll('-', '')}`]
  await ask(
    postgresUrl,
    `do $$ begin create role plain_owner login createrole; exception when duplicate_object or unique_violation then null; end $$`,
  )
  await ask(postgresUrl, 'grant formward_app to plain_owner with admin option')
  await ask(postgresUrl, `create database ${name} owner plain_owner`)
  const superuserUrl = postgresUrl.replace('/formward', `/${name}`)
  return { superuserUrl, url: superuserUrl.replace('postgres@', 'plain_owner@') }
}

function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Another file may be cloning the template at this moment: PostgreSQL then refuses, and the next try succeeds.
  for (let left = 50; ; left--) {
    try {
      await client.query(statement)
      return await client.end()
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
