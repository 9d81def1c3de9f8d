import { readFileSync } from 'node:fs'

import { expect, describe, test } from 'vitest'
import { parse } from 'yaml'

import { createApp } from '#server/app.ts'
import { checkPassword } from '#server/identity/check-password.ts'

import { testServer } from './test-server.ts'

type Rules = {
  groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string; action: string } }[] }[]
}
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const read = (file: string) => readFileSync(`deploy/monitoring/${file}`, 'utf8')
const rules = (parse(read('formward.rules.yaml')) as Rules).groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard

const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]

/** Prometheus itself makes this one. */
const ofPrometheus = ['up']

/** The metrics that an expression of PromQL reads: the names that are no function, and neither in a selector nor in a grouping. */
const metricsIn = (expression: string) =>
  expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
    .match(/\b[a-z]\w*\b(?!\s*\()/g)!
    .filter((word) => !['or', 'and', 'unless', 'by'].includes(word))

async function scrape() {
  const { services } = await testServer()
  const METRICS_TOKEN = 'a token for the metrics'
  const app = await createApp({ services: { ...services, config: { ...services.config, METRICS_TOKEN } }, identify: async () => undefined })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await app.close()
  return body
}

describe('deploy/monitoring', () => {
  test.each([
    ...rules.map(({ alert, expr }): [string, string[]] => [alert, [expr]]),
    ...panels.map(({ title, targets }): [string, string[]] => [title, targets.map(({ expr }) => expr)]),
  ])('%s: each metric is in /metrics (OPS-7)', async (_name, expressions) => {
    const body = await scrape()
    const told = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    )

    const asked = expressions.flatMap(metricsIn)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => ![...told, ...ofPrometheus].includes(name))).toEqual([])
  })

  test('a metric of the installation, which is the same at every process, is never added up (OPS-7)', () => {
    const table = readFileSync('docs/running/monitoring.md', 'utf8').split('\n')
    const names = table.flatMap((line) => (line.includes('| installation |') ? [...line.split('|')[1]!.matchAll(/`(\w+)`/g)] : []))
    expect(names.length).toBeGreaterThan(8)
    const asked = names.flatMap(([, name = '']) =>
      expressions.filter((expr) => metricsIn(expr).includes(name)).map((expr) => ({ name, expr })),
    )
    const isSummed = ({ name, expr }: { name: string; expr: string }) =>
      !new RegExp(`(max(?: by \\([^)]*\\))? ?\\((?:delta\\()?|absent\\()${name}\\b`).test(expr)

    expect(asked.length).toBeGreaterThan(8)
    expect(asked.filter(isSummed)).toEqual([])
  })

  test('each route that is left out exists (OPS-7)', async () => {
    const { services } = await testServer()
    const app = await createApp({ services, identify: async () => undefined })
    const routes = expressions.flatMap((expr) => [...expr.matchAll(/route!?=~?"([^"]+)"/g)].map(([, route]) => route!))

    expect(routes.length).toBeGreaterThan(0)
    expect(routes.filter((url) => !app.hasRoute({ method: 'GET', url }))).toEqual([])
    await app.close()
  })

  test('each alert says what is wrong, what to do and how urgent that is (OPS-7)', () => {
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity)
      expect(annotations, alert).toEqual({ summary: expect.stringMatching(/\w/), action: expect.stringMatching(/\.$/) })
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

const valueIn = (body: string, series: string) =>
  Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? 0,
  )

describe('GET /metrics', () => {
  test('counts attempts to sign in that were refused (OPS-7)', async () => {
    const { services } = await testServer()
    const refusals = async () => valueIn(await scrape(), 'sign_in_refusals_total{reason="wrong"}')
    const before = await refusals()

    await checkPassword(services, { emailAddress: 'nobody@example.com', password: 'wrong', from: '192.0.2.1' })

    expect(await refusals()).toBe(before + 1)
  })

  test('tells the state of the database, the connections of the process and every queue with its jobs (OPS-7)', async () => {
    const { owner } = await testServer()
    await owner.query(
      `insert into pgboss.job (name, data, created_on, start_after) values ('verify-audit', '{}', now() - interval '2 hours', now() - interval '1 hour')`,
    )
    await owner.query(`update pgboss.queue set ready_count = 1 where name = 'verify-audit'`)

    const body = await scrape()

    const valueOf = (series: string) => valueIn(body, series)
    expect(valueOf('database_writable')).toBe(1)
    expect(valueOf('database_standbys')).toBe(0)
    expect(valueOf('database_connections{state="used"}') + valueOf('database_connections{state="idle"}')).toBeGreaterThan(0)
    expect(valueOf('database_waiting_calls')).toBe(0)
    expect(valueOf('jobs{queue="verify-audit",state="ready"}')).toBe(1)
    expect(valueOf('next_due_job_age_seconds{queue="verify-audit"}')).toBeCloseTo(3_600, -2)
    expect(valueOf('next_due_job_age_seconds{queue="export"}')).toBe(0)
  })
})
