/** Excel allows 31 characters. The rest is room for " (2)" when the rows need a second sheet. */
const longest = 27

/** The name of the tab of a form version: without []:*?/\ and unique whatever its case. */
export function nameForSheet(title: string, version: number, taken: readonly string[]) {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const plain =
    title
      .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^['\s]+|['\s]+$/g, '') || 'Form'
  for (let nth = 1; ; nth++) {
    const end = nth === 1 ? ` v${version}` : ` v${version} ${nth}`
    const name = `${cut(plain, longest - end.length)}${end}`
    if (!used.has(name.toLowerCase())) return name
  }
}

/** Cuts between two words if there is a space near the end, and never inside a surrogate pair. */
function cut(text: string, length: number) {
  if (text.length <= length) return text
  const start = text.slice(0, length - 1)
  const space = text.slice(0, length).lastIndexOf(' ')
  const kept = space >= length / 2 ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/[\s\p{Pd},;.&]+$/u, '')}…`
}
