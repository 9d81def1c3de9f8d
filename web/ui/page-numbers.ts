export type PageStep = number | 'gap'

/** The first page, the last page, the current page and its neighbours. A gap replaces two or more pages, never one. */
export function pageNumbers(page: number, last: number): PageStep[] {
  const shown = new Set([1, last, page - 1, page, page + 1].filter((one) => one >= 1 && one <= last))
  if (page <= 4) for (let one = 1; one <= Math.min(5, last); one++) shown.add(one)
  if (page >= last - 3) for (let one = Math.max(1, last - 4); one <= last; one++) shown.add(one)
  const steps: PageStep[] = []
  for (const one of [...shown].sort((a, b) => a - b)) {
    const before = steps.at(-1)
    if (typeof before === 'number' && one - before === 2) steps.push(one - 1)
    else if (typeof before === 'number' && one - before > 2) steps.push('gap')
    steps.push(one)
  }
  return steps
}
