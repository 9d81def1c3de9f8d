import { standard } from '#domain/fhir/extensions.ts'
import { fhirMappings, isSectionBody } from '#domain/fhir/question-types.ts'
import { readOtherAnswer } from '#domain/fhir/choices.ts'
import { ownWordsQuestion } from '#domain/fhir/open-choice.ts'
import { degrade, extensionOf, objectsIn, remark, type ReportLine, type SourceItem } from '#domain/fhir/source-item.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { type QuestionTypeName, questionTypeNames } from '#domain/form/question-types.ts'
import { type Condition, formLimits } from '#domain/form/question.ts'

import { buildQuestion, type Ids } from './build.ts'
import { calculatedScore, type CalculatedScore, readCondition, shareConditions, type Targets } from './logic.ts'
import { reportLosses } from './report-losses.ts'

/** Builds the questions of a form in order, with their sections and conditions. */
export function arrange({ placed, positions }: Flattened, ids: Ids, whole: Pick<Targets, 'isOurs' | 'isElsewhere'>): Question[] {
  const built = placed.map((one) => ({ ...one, question: buildQuestion(one, ids.of(one.item)) }))
  const byLinkId = new Map(built.map((one) => [one.item.linkId, one]))
  const targets: Targets = {
    ...whole,
    find: (linkId) => {
      const target = byLinkId.get(linkId)
      if (!target || !isAsked(target.question)) return undefined
      const isAlwaysAsked = [...target.path, target.item].every(({ rules }) => rules.length === 0)
      return { ...target, isAlwaysAnswered: isAlwaysAsked && target.question.required }
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
  const questions = built.flatMap((one) => {
    const { above, inside, section } = sections.before(one)
    if (one.type === 'section') {
      const { section: condition } = shareConditions(conditionsOf([...above, ...inside, one.item]), [])
      if (isOtherCondition(condition, conditionsOf([one.item]))) remark(one.item, conditionsAround)
      return [withCondition(one.question, condition)]
    }
    const shared = shareConditions(conditionsOf(above), conditionsOf([...inside, one.item]))
    if (shared.rest.length > 0)
      degrade(
        one.item,
        'Some conditions are left out, because they cannot be combined with the conditions of the group. The question is asked more often.',
      )
    if (isOtherCondition(shared.question, conditionsOf([one.item]))) remark(one.item, conditionsAround)
    const question = withCondition(one.question, shared.question)
    return [...section, question, ...ownWordsOf(one.item, question, ids)]
  })
  for (const item of positions.keys())
    if (item.type === 'group' && item.text !== '' && !sections.hasBegun(item))
      remark(item, 'The group becomes no section, because it has no questions outside of other groups.')
  return questions
}

const isOtherCondition = (condition: Condition | undefined, own: Condition[]) =>
  JSON.stringify(condition) !== JSON.stringify(own.length === 1 ? own[0] : undefined)

/** The question that takes the patient's own words for an open choice. */
function ownWordsOf(item: SourceItem, question: Question, ids: Ids): Question[] {
  if (item.type !== 'open-choice') return []
  return [ownWordsQuestion(question, ids.claim(readOtherAnswer(item)?.question ?? `${question.id}-other`, `${question.id} other`))]
}

const withCondition = (question: Question, showIf: Condition | undefined): Question => {
  const rules = showIf?.rules.slice(0, formLimits.conditionRules)
  return showIf && rules ? { ...question, showIf: { ...showIf, rules } } : question
}

const further = 'Further questions'

/** Tracks the open section and begins a new one where the next question needs it. */
function createSections(ids: Ids, conditionsOf: (items: SourceItem[]) => Condition[]) {
  let open: SourceItem | undefined
  /** The heading of a section that is not in the file: for questions in no group, or that follow a group inside their own. */
  let addedHeading: string | undefined
  const begun = new Set<SourceItem>()
  const begin = (section: Question, conditions: Condition[]) => [withCondition(section, shareConditions(conditions, []).section)]
  const added = (item: SourceItem, title: string, conditions: Condition[]) => {
    addedHeading = title
    reportHeading(item)
    return begin({ id: ids.fresh(title), type: 'section', title, required: false }, conditions)
  }
  const reportHeading = (item: SourceItem) => {
    if (addedHeading !== undefined) remark(item, `Placed under the heading ‘${shorten(addedHeading)}’, which is not in the file.`)
  }
  const original = (wanted: SourceItem, title: string, above: SourceItem[]) => {
    addedHeading = undefined
    begun.add(wanted)
    const conditions = conditionsOf(above)
    if (isOtherCondition(shareConditions(conditions, []).section, conditionsOf([wanted]))) remark(wanted, conditionsAround)
    return begin({ ...buildQuestion({ item: wanted, type: 'section' }, ids.of(wanted)), title }, conditions)
  }
  return {
    hasBegun: (item: SourceItem) => begun.has(item),
    /** `above`: the groups that form the section's condition; `inside`: further groups around the question. */
    before({ item, type, path }: Placed) {
      if (type === 'section') {
        open = item
        addedHeading = undefined
        begun.add(item)
        return { above: path, inside: [], section: [] }
      }
      const at = path.findLastIndex((one) => one.type === 'group' && one.text !== '')
      const wanted = path[at]
      const [above, inside] = [path.slice(0, at + 1), path.slice(at + 1)]
      if (wanted === open) {
        reportHeading(item)
        return { above, inside, section: [] }
      }
      open = wanted
      if (!wanted) return { above, inside, section: added(item, further, []) }
      const title = headingOf(above)
      if (!begun.has(wanted)) return { above, inside, section: original(wanted, title, above) }
      const continued = `${title.slice(0, formLimits.title - 12)} (continued)`
      return { above, inside, section: added(item, continued, conditionsOf(above)) }
    },
  }
}

const conditionsAround = 'The condition has the conditions of the items around this one.'
const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The headings of nested groups, joined. */
const headingOf = (path: SourceItem[]) =>
  path
    .filter(({ type, text }) => type === 'group' && text !== '')
    .map(({ text }) => text)
    .join(': ')
    .slice(0, formLimits.title * 4)

/** An item that becomes a question, an information page or a section. `path`: its parent items, outermost first. */
export type Placed = { item: SourceItem; type: QuestionTypeName; path: SourceItem[]; position: number }

export type Flattened = { placed: Placed[]; scores: CalculatedScore[]; lines: ReportLine[]; positions: Map<SourceItem, number> }

/** Flattens nested items to one list and reports the outcome of each. A form has one level of sections; FHIR allows any number. */
export function flatten(items: SourceItem[]): Flattened {
  const found: Flattened = { placed: [], scores: [], lines: [], positions: new Map() }
  for (const item of items) place(found, item, [])
  return found
}

function place(found: Flattened, item: SourceItem, path: SourceItem[]) {
  if (isSectionBody(item)) return void found.lines.push(item.line)
  const position = found.positions.size
  found.positions.set(item, position)
  found.lines.push(item.line)
  for (const words of item.words) reportWords(found, words, item)
  const reason = dropReason(item)
  if (reason !== undefined) return drop(found, item, reason)
  const score = calculatedScore(item)
  if (score) found.scores.push(score)
  else if (item.type === 'group') placeGroup(found, item, path, position)
  else placeQuestion(found, item, path, position)
}

/** A group becomes a section at its first question; a group with its own text, or without questions, becomes a section itself. */
function placeGroup(found: Flattened, item: SourceItem, path: SourceItem[], position: number) {
  const isOwnSection = item.help !== '' || item.children.every(isSectionBody) || item.children.some(isSectionBody)
  if (isOwnSection && item.text !== '') found.placed.push({ item, type: 'section', path, position })
  if (item.repeats) degrade(item, 'The group was repeatable. Patients answer the questions once.')
  if (path.some(({ type }) => type === 'group') && item.text !== '')
    remark(item, 'The group was inside another group. It becomes a section of its own, with the headings and conditions of both.')
  // The losses of a group with a heading are reported when its section is built.
  if (item.text === '') {
    reportLosses(item)
    if (objectsIn(item.raw['code']).length > 0) remark(item, 'The codes are left out.')
  }
  if (item.text === '') item.line.notes.push('The group has no heading, so the questions follow the previous heading.')
  for (const child of item.children) place(found, child, [...path, item])
}

/** Reports display items that became part of their parent. Only a scale shows labels at its ends. */
function reportWords(found: Flattened, words: SourceItem, item: SourceItem) {
  found.lines.push(words.line)
  reportLosses(words)
  if (words.rules.length > 0) degrade(words, 'The condition of the text is left out. The text is always shown.')
  const [end] = words.controls
  const isEnd = end === 'lower' || end === 'upper'
  if (words.text.trim() === '') words.line.notes.push('The item has no text.')
  else if (!isEnd)
    words.line.notes.push(
      item.type === 'group' ? 'Imported as text under the group heading.' : 'Imported as part of the hint of the question above.',
    )
  else if (bestType(item) === 'scale') words.line.notes.push('Imported as a label of the scale above.')
  else {
    words.line.outcome = 'dropped'
    words.line.notes.push('Only a scale from 0 to 10 can have labels.')
  }
}

function placeQuestion(found: Flattened, item: SourceItem, path: SourceItem[], position: number) {
  const type = bestType(item)
  if (!type) return drop(found, item, noType(item))
  found.placed.push({ item, type, path, position })
  for (const child of item.children) {
    child.line.notes.push('Placed after its parent question.')
    place(found, child, [...path, item])
  }
}

function bestType(item: SourceItem) {
  const fitting = questionTypeNames.map((type) => ({ type, fit: fhirMappings[type].fits(item) }))
  return fitting.toSorted((one, other) => other.fit - one.fit).find(({ fit }) => fit > 0)?.type
}

function dropReason(item: SourceItem) {
  if (objectsIn(item.raw['modifierExtension']).length > 0)
    return 'The item has a modifierExtension that Formward does not support and must not ignore.'
  if (extensionOf(item, standard.hidden)?.valueBoolean === true) return 'The item is hidden from patients.'
  return undefined
}

const wholeKinds: Record<string, string> = {
  attachment: 'Patients cannot attach files.',
  reference: 'Patients cannot link to other records.',
}
const noType = ({ type }: SourceItem) =>
  Object.hasOwn(wholeKinds, type) ? (wholeKinds[type] ?? '') : `Formward does not support the item type ‘${type.slice(0, 40)}’.`

/** Drops an item and everything under it. */
function drop(found: Flattened, item: SourceItem, reason: string) {
  item.line.outcome = 'dropped'
  item.line.notes.push(reason)
  for (const { line } of item.words) {
    line.outcome = 'dropped'
    line.notes = ['The parent item is left out.']
  }
  for (const child of item.children) {
    found.lines.push(child.line, ...child.words.map(({ line }) => line))
    drop(found, child, 'The parent item is left out.')
  }
}
