const endings: (() => Promise<unknown>)[] = []

/** What a test file opened is closed when the file ends, wherever in the file it was opened; the latest first. */
export const atEndOfFile = (end: () => Promise<unknown>) => void endings.push(end)

export async function endFile() {
  for (const end of endings.splice(0).toReversed()) await end()
}
