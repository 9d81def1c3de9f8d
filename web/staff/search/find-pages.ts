import type { AppConfiguration } from '#contract/app-configuration.ts'
import { checkGuard, guardOf, type Viewer } from '#domain/route-guards.ts'
import { pathTo } from '#web/staff/paths.ts'
import { hrefOfPreset, presetViews } from '#web/staff/requests/views/preset-views.ts'
import { accountPages, sections } from '#web/staff/words.ts'

import { pageWords, viewWords } from './words.ts'

type Page = { label: string; href: string }

type PageName = keyof typeof pageWords
const otherPages = Object.entries(pageWords) as [PageName, string][] // exactly the keys of the table

/** The pages that a user may open, in the order of the navigation (REQ-9). */
export function pagesFor(viewer: Viewer, config: Pick<AppConfiguration, 'outbox'>): Page[] {
  const isAllowed = ([name]: readonly [(typeof sections)[number][0] | (typeof accountPages)[number][0] | PageName, string]) =>
    checkGuard(guardOf(name), viewer) === 'ok' && (name !== 'outbox' || config.outbox)
  const pages = [...sections, ...otherPages, ...accountPages].filter(isAllowed).map(([name, label]) => ({ label, href: pathTo(name) }))
  const views = checkGuard(guardOf('requestsList'), viewer) === 'ok' ? presetViews : []
  return [...pages, ...views.map((view) => ({ label: viewWords(view.name), href: hrefOfPreset(view) }))]
}

/** The pages in whose name each of the typed words begins a word. */
export function pagesMatching(pages: readonly Page[], text: string): Page[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  return pages.filter(({ label }) => {
    const words = label.toLowerCase().split(/[\s:-]+/)
    return typed.every((one) => words.some((word) => word.startsWith(one)))
  })
}
