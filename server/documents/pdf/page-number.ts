import type { PageLanguage } from '#domain/languages.ts'

/** The place of a page in its document. No translator has checked the Welsh words yet. */
export const pageNumber: Record<PageLanguage, (page: number, pages: number) => string> = {
  en: (page, pages) => `Page ${page} of ${pages}`,
  cy: (page, pages) => `Tudalen ${page} o ${pages}`,
}
