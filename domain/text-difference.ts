/** A piece of text that both texts have, or only one of them. */
export type TextPiece = { kind: 'same' | 'removed' | 'added'; text: string }

/** Larger middles are compared as one piece, so that a long text never blocks the screen. */
const mostCells = 4_000_000

/** The difference of two texts by words, in the order in which they are read. */
export function textDifference(before: string, after: string): TextPiece[] {
  const [old, now] = [wordsIn(before), wordsIn(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end))
  const piece = (kind: TextPiece['kind'], words: readonly string[]): TextPiece => ({ kind, text: words.join('') })
  return joined([piece('same', old.slice(0, start)), ...middle, piece('same', old.slice(old.length - end))])
}

/** Words and the space between them. */
const wordsIn = (text: string) => text.split(/(\s+)/).filter((word) => word !== '')

/** By the longest common subsequence. */
function compare(old: readonly string[], now: readonly string[]): TextPiece[] {
  const all: TextPiece[] = [
    { kind: 'removed', text: old.join('') },
    { kind: 'added', text: now.join('') },
  ]
  if (old.length * now.length > mostCells) return all
  // lengths[i][j] is the length of the longest common part of the words from i and from j on.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] = old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const pieces: TextPiece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      pieces.push({ kind: 'same', text: old[i]! })
      i++
      j++
    } else if (j >= now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      pieces.push({ kind: 'removed', text: old[i++]! })
    else pieces.push({ kind: 'added', text: now[j++]! })
  }
  return pieces
}

/** Neighbours of one kind as one piece, without empty ones. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = []
  for (const { kind, text } of pieces) {
    if (text === '') continue
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}
