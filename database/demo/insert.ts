import type pg from 'pg'

/** Rows into one table in statements of 1,000, under row-level security (COPY is refused there). Columns are those of the first row. */
export async function insertRows(client: pg.Client, table: string, rows: Record<string, unknown>[], chunk = 1_000) {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first).join(', ')
  for (let start = 0; start < rows.length; start += chunk)
    await client.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(rows.slice(start, start + chunk)),
    ])
}
