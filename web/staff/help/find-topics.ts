import { groups, type Topic, topics } from './topics.ts'

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)

/** Words of a question that no topic is about. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'can',
  'do',
  'does',
  'for',
  'how',
  'i',
  'in',
  'is',
  'my',
  'of',
  'on',
  'the',
  'to',
  'what',
  'where',
  'who',
  'why',
])

/** What to look for. Someone who types only such words, or the beginning of another, looks for them. */
function wordsToFind(text: string) {
  const typed = wordsIn(text)
  const telling = typed.filter((word) => !fillers.has(word))
  return telling.length > 0 ? telling : typed
}

/** Counts more when a typed word is in the title than when it is only in the text. */
function weightOf(topic: Topic, typed: string): number {
  const isIn = (text: string) => wordsIn(text).some((word) => word.startsWith(typed))
  if (isIn(topic.title)) return 3
  if (isIn(groups[topic.group])) return 2
  return [...topic.text, ...(topic.steps ?? [])].some(isIn) ? 1 : 0
}

/** The topics that have a word beginning with each of the typed words, the best first, without the small words of a question. Without words, none. */
export function topicsMatching(text: string, among: readonly Topic[] = topics): Topic[] {
  const typed = wordsToFind(text)
  if (typed.length === 0) return []
  return among
    .map((topic) => ({ topic, weights: typed.map((word) => weightOf(topic, word)) }))
    .filter(({ weights }) => weights.every((weight) => weight > 0))
    .map(({ topic, weights }) => ({ topic, weight: weights.reduce((sum, weight) => sum + weight, 0) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ topic }) => topic)
}
