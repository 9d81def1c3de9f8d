import type { Question } from '#domain/form/definition.ts'
import { degrade, remark, type SourceItem } from '#domain/form/fhir/source.ts'
import type { Condition } from '#domain/form/logic/condition.ts'
import { isAsked } from '#domain/form/path.ts'
import { formLimits } from '#domain/form/question.ts'

import { buildQuestion, type Ids } from './build.ts'
import { readCondition, shareConditions, type Targets } from './conditions.ts'
import type { Flattened, Placed } from './flatten.ts'

/** The questions of a form in order, under the sections that their groups become, and with their conditions. */
export function arrange({ placed, positions }: Flattened, ids: Ids, isOurs: boolean): Question[] {
  const built = placed.map((one) => ({ ...one, question: buildQuestion(one, ids.of(one.item)) }))
  const byLinkId = new Map(built.map((one) => [one.item.linkId, one]))
  const targets: Targets = {
    isOurs,
    find: (linkId) => {
      const target = byLinkId.get(linkId)
      return target && isAsked(target.question) ? target : undefined
    },
  }
  const read = new Map<SourceItem, Condition[]>()
  const conditionsOf = (items: SourceItem[]) =>
    items.flatMap((item) => {
      const known = read.get(item) ?? readCondition(item, positions.get(item) ?? 0, targets)
      read.set(item, known)
      return known
    })
  const sections = createSections(ids, conditionsOf)
  return built.flatMap((one) => {
    const { above, inside, section } = sections.before(one)
    if (one.type === 'section')
      return [withCondition(one.question, shareConditions(conditionsOf([...above, ...inside, one.item]), []).section)]
    const shared = shareConditions(conditionsOf(above), conditionsOf([...inside, one.item]))
    if (shared.rest.length > 0)
      degrade(
        one.item,
        'Some conditions are left out, because they cannot be combined with the conditions of the group. The question is asked more often.',
      )
    return [...section, withCondition(one.question, shared.question)]
  })
}

const withCondition = (question: Question, showIf: Condition | undefined): Question => {
  const rules = showIf?.rules.slice(0, formLimits.conditionRules)
  return showIf && rules ? { ...question, showIf: { ...showIf, rules } } : question
}

const further = 'Further questions'

/** Keeps which section is open, and says which must begin before the next question. */
function createSections(ids: Ids, conditionsOf: (items: SourceItem[]) => Condition[]) {
  let open: SourceItem | undefined
  const begun = new Set<SourceItem>()
  const begin = (section: Question, conditions: Condition[]) => [withCondition(section, shareConditions(conditions, []).section)]
  const plain = (title: string): Question => ({ id: ids.fresh(title), type: 'section', title, required: false })
  return {
    /** `above`: what the section's condition is made of; `inside`: what else the question stands in. */
    before({ item, type, path, position }: Placed) {
      if (type === 'section') {
        open = item
        begun.add(item)
        return { above: path, inside: [], section: [] }
      }
      const at = path.findLastIndex((one) => one.type === 'group' && one.text !== '')
      const wanted = path[at]
      const [above, inside] = [path.slice(0, at + 1), path.slice(at + 1)]
      if (wanted === open) return { above, inside, section: [] }
      open = wanted
      if (!wanted) {
        remark(item, `Placed under the heading ‘${further}’, because the item was in no group.`)
        return { above, inside, section: begin(plain(further), []) }
      }
      const title = headingOf(above)
      const isNew = !begun.has(wanted)
      begun.add(wanted)
      const section = isNew
        ? { ...buildQuestion({ item: wanted, type: 'section', path, position }, ids.of(wanted)), title }
        : plain(`${title.slice(0, formLimits.title - 12)} (continued)`)
      return { above, inside, section: begin(section, conditionsOf(above)) }
    },
  }
}

/** The headings of groups in groups, as one. */
const headingOf = (path: SourceItem[]) =>
  path
    .filter(({ type, text }) => type === 'group' && text !== '')
    .map(({ text }) => text)
    .join(': ')
    .slice(0, formLimits.title * 4)
