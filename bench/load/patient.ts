import type { Question } from '#domain/form/definition.ts'
import { openBrowser } from '#test/browser.ts'

import type { OpenLink } from '../harness/links.ts'
import type { Person } from './open-loop.ts'

type Shown = { path: string; html: string }

/** One patient after another on a device of their own: through the link and the identity step, page by page, to the end. */
export function openPatient(address: string, nth: number, nextLink: () => OpenLink | undefined, questions: Map<string, Question>): Person {
  let device = openBrowser(address)
  let link: OpenLink | undefined
  let shown: Shown | undefined
  let visits = 0

  const show = async (path: string, form?: Record<string, string>) => {
    let answer = await device.visit(path, form)
    let at = path
    while (answer.status === 303) answer = await device.visit((at = answer.headers.get('location') ?? '/'))
    if (answer.status !== 200) throw new Error(`${answer.status} at ${at.replace(/\/r\/[^/]+/, '/r/…')}`)
    shown = { path: at, html: await answer.text() }
  }
  const startOver = () => {
    link = nextLink()
    shown = undefined
    device = openBrowser(address, { 'x-forwarded-for': `172.${nth % 250}.${Math.floor(nth / 250)}.${visits++ % 250}` })
  }
  startOver()
  return () => {
    if (shown?.path.endsWith('/confirmation')) startOver()
    if (!link) return { what: 'patient: open the link', act: outOfLinks }
    const [page, { path, dateOfBirth }] = [shown, link]
    if (!page) return { what: 'patient: open the link', act: () => orLeave(show(path), startOver) }
    if (page.html.includes('date-of-birth-day')) {
      const [year = '', month = '', day = ''] = dateOfBirth.split('-')
      const typed = { 'date-of-birth-day': day, 'date-of-birth-month': month, 'date-of-birth-year': year }
      return { what: 'patient: identity', act: () => orLeave(show(`${path}/identity`, typed), startOver) }
    }
    const action = /<form[^>]* action="([^"]*)"/.exec(page.html)?.[1]
    if (!action) {
      const next = /href="([^"]*\/question\/\d+)"/.exec(page.html)?.[1] ?? path
      return { what: 'patient: begin', act: () => orLeave(show(next), startOver) }
    }
    const what = action.endsWith('/check-answers') ? 'patient: send the answers' : 'patient: answer a page'
    return { what, act: () => orLeave(show(action, fieldsOf(page.html, questions)), startOver) }
  }
}

const outOfLinks = () => Promise.reject(new Error('no more patients who have not answered: fill a larger database'))

/** Whoever met an error does not go on from there: it is counted once. */
const orLeave = (work: Promise<void>, leave: () => void) =>
  work.catch((error: unknown) => {
    leave()
    throw error
  })

/** An answer to every question of the page. */
function fieldsOf(html: string, questions: Map<string, Question>) {
  const fields: Record<string, string> = {}
  for (const [tag, kind = ''] of html.matchAll(/<(input|select|textarea)\b[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
    const name = attribute('name')
    if (name === undefined || name in fields) continue
    const { min = 0, max = 10 } = questions.get(name) ?? {}
    if (kind === 'select') fields[name] = /<option value="([^"]+)"/.exec(html)?.[1] ?? ''
    else if (['hidden', 'radio', 'checkbox'].includes(attribute('type') ?? '')) fields[name] = attribute('value') ?? ''
    else if (/-(day|month)$/.test(name)) fields[name] = '7'
    else if (name.endsWith('-year')) fields[name] = '2019'
    else fields[name] = questions.get(name)?.type === 'number' ? String(Math.round((min + max) / 2)) : 'As it was.'
  }
  return fields
}
