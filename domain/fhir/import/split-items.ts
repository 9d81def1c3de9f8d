import { remark, type SourceItem } from '#domain/fhir/source-item.ts'

/**
 * Divides the items of a questionnaire into parts of at most `size` questions and headings. A group stays whole unless it is larger than a
 * part.
 */
export function splitItems(items: SourceItem[], size: number): SourceItem[][] {
  const parts: SourceItem[][] = [[]]
  let used = 0
  const add = (item: SourceItem) => {
    const weight = weightOf(item)
    if (weight > size && item.children.length > 0) return divide(item)
    if (used > 0 && used + weight > size) begin()
    parts.at(-1)!.push(item)
    used += weight
  }
  const begin = () => {
    parts.push([])
    used = 0
  }
  const divide = (item: SourceItem) => {
    // A question is asked once, with its nested questions after it.
    if (item.type !== 'group') return [{ ...item, children: [] }, ...item.children].forEach(add)
    if (used > 0) begin()
    remark(item, 'The group is too long for one form. It continues in the next part.')
    splitItems(item.children, size - 1).forEach((children, at) => {
      if (at > 0) begin()
      // Texts of the group are shown once.
      const group = at === 0 ? { ...item, children } : { ...item, children, help: '', words: [] }
      parts.at(-1)!.push(group)
      used = weightOf(group)
    })
  }
  items.forEach(add)
  return parts
}

/** An item, the question for another answer of an open choice, and everything under the item. */
const weightOf = ({ type, children }: SourceItem): number =>
  (type === 'open-choice' ? 2 : 1) + children.reduce((sum, child) => sum + weightOf(child), 0)
