import { groups, type Topic, topics } from './topics.ts'

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)

/** Counts more when a typed word is in the title than when it is only in the text. */
function weightOf(topic: Topic, typed: string): number {
  const isIn = (text: string) => wordsIn(text).some((word) => word.startsWith(typed))
  if (isIn(topic.title)) return 3
  if (isIn(groups[topic.group])) return 2
  return [...topic.text, ...(topic.steps ?? [])].some(isIn) ? 1 : 0
}

/** The topics that have a word beginning with each of the typed words, the best first. Without words, none. */
export function topicsMatching(text: string, among: readonly Topic[] = topics): Topic[] {
  const typed = wordsIn(text)
  if (typed.length === 0) return []
  return among
    .map((topic) => ({ topic, weights: typed.map((word) => weightOf(topic, word)) }))
    .filter(({ weights }) => weights.every((weight) => weight > 0))
    .map(({ topic, weights }) => ({ topic, weight: weights.reduce((sum, weight) => sum + weight, 0) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ topic }) => topic)
}
