import { sql } from 'kysely'

const titleIn = (language: ReturnType<typeof sql>) => sql`
  case when v.definition #>> array['translations', ${language}, 'title', 'source'] = v.title
    then nullif(btrim(v.definition #>> array['translations', ${language}, 'title', 'text']), '') end`

/**
 * The title of the form version `v` in the language of the patient `p`, or in that language without its country. Null if there is none, or if it is of
 * another English title. The definition is long, so it is read only for patients who read another language than English.
 */
export const translatedTitle = sql<string | null>`
  case when p.locale not in ('', 'en') then coalesce(${titleIn(sql`p.locale`)}, ${titleIn(sql`split_part(p.locale, '-', 1)`)}) end`
