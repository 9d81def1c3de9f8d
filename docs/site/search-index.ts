type Section = { address: string; page: string; heading: string; text: string }

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&nbsp;': ' ' }

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|amp|nbsp);/g, (entity) => entities[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A page in the pieces that the search can lead to: the text below each heading. */
export const sectionsOf = (address: string, page: string, article: string): Section[] =>
  article
    .split(/(?=<h[1-3] id=")/)
    .map((part) => ({ part, found: /^<h([1-3]) id="([^"]*)">(.*?)<\/h\1>/s.exec(part) }))
    .filter(({ part, found }) => found !== null || plain(part) !== '')
    .map(({ part, found }) => ({
      address: found === null || found[1] === '1' ? address : `${address}#${found[2]}`,
      page,
      heading: found === null || found[1] === '1' ? page : plain(found[3]!),
      text: plain(found === null ? part : part.slice(found[0].length)),
    }))
