import Fastify from 'fastify'
import pg from 'pg'

import { baselineRequests } from '../lists/baseline-requests.ts'

/**
 * The page of the worklist and a kept total by Fastify and pg alone: no sign-in, no isolation, no audit. What an answer costs before anything is promised.
 * Usage: node bare.ts ORGANISATION PORT, with DATABASE_URL.
 */
const [organisationId = '', port = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
const { page } = baselineRequests(organisationId, organisationId, { list: 'requests', what: 'page 1' })
const total = { name: 'total', text: 'select count from peer.counters where organisation_id = $1', values: [organisationId] }

const app = Fastify()
app.get('/requests', async () => {
  const [rows, counted] = await Promise.all([pool.query({ name: 'page', ...page }), pool.query<{ count: string }>(total)])
  return { docs: rows.rows as unknown[], totalDocs: Number(counted.rows[0]?.count) }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
console.log('ready')
