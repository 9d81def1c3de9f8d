import { formLimits, type QuestionOption } from '#domain/form/question.ts'

/** A problem of the text. Lines count from 1. */
export type OptionTextProblem =
  | { kind: 'noOptions' }
  | { kind: 'tooMany'; count: number }
  | { kind: 'emptyLine'; line: number }
  | { kind: 'duplicate'; line: number; firstLine: number; label: string }
  | { kind: 'tooLong'; line: number; label: string }
  | { kind: 'tooManyColumns'; line: number }
  | { kind: 'notPoints'; line: number; text: string }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const withoutCase = (text: string) => oneLine(text).toLowerCase()

/** The options as text: one a line, with the points after a tab, as a spreadsheet copies two columns. */
export const optionsAsText = (options: readonly QuestionOption[]) =>
  options
    .filter(({ label, points }) => label.trim() !== '' || points !== undefined)
    .map(({ label, points }) => (points === undefined ? oneLine(label) : `${oneLine(label)}\t${points}`))
    .join('\n')

type Line = { line: number; label: string; points: number | undefined }

/**
 * The options that the text describes. An option keeps its value, and so its answers, conditions and translations, where `matchOptions` finds
 * it. A line without points keeps the points of its option, so that a list pasted from a document removes no points.
 */
export function readOptions(options: readonly QuestionOption[], text: string, newValue: () => string) {
  const { lines, problems } = readLines(text)
  const labels = withoutListMarks(options, lines)
  problems.push(...duplicatesIn(lines, labels))
  if (lines.length > formLimits.options) problems.push({ kind: 'tooMany', count: lines.length })
  if (lines.length === 0 && problems.length === 0) problems.push({ kind: 'noOptions' })
  const matched = matchOptions(options, labels)
  const read = lines.map(({ points }, at): QuestionOption => {
    const [label = '', option] = [labels[at], matched[at]]
    const given = points === undefined ? {} : { points }
    if (!option) return { value: newValue(), label, ...given }
    // A text that differs in spaces and line breaks only stays as its author wrote it.
    return { ...option, ...(oneLine(option.label) !== label && { label }), ...given }
  })
  return { options: read, problems: problems.toSorted((one, other) => lineOf(one) - lineOf(other)) }
}

const lineOf = (problem: OptionTextProblem) => ('line' in problem ? problem.line : 0)

function readLines(text: string): { lines: Line[]; problems: OptionTextProblem[] } {
  const all = text.split(/\r?\n/).map((line) => line.split('\t').map(oneLine))
  const isEmpty = (cells: string[]) => cells.every((cell) => cell === '')
  const [first, last] = [all.findIndex((cells) => !isEmpty(cells)), all.findLastIndex((cells) => !isEmpty(cells))]
  const [lines, problems]: [Line[], OptionTextProblem[]] = [[], []]
  // Empty lines before and after the list come with every copy from a spreadsheet.
  for (const [at, cells] of all.entries()) {
    if (at < first || at > last || first === -1) continue
    const [line, [label = '', points = '', ...rest]] = [at + 1, cells]
    if (label === '') problems.push({ kind: 'emptyLine', line })
    else {
      if (label.length > formLimits.optionLabel) problems.push({ kind: 'tooLong', line, label })
      if (rest.some((cell) => cell !== '')) problems.push({ kind: 'tooManyColumns', line })
      else if (points !== '' && !isNumber(points)) problems.push({ kind: 'notPoints', line, text: points })
      lines.push({ line, label, points: isNumber(points) ? Number(points) : undefined })
    }
  }
  return { lines, problems }
}

const isNumber = (text: string) => /^-?\d{1,9}(\.\d{1,6})?$/.test(text)

const listMark = /^(?:[-*•–]|\d{1,3}[.)]) /

/** Removes the bullets or numbers of a list copied from a document: every line that is no option yet has one, and no option begins so. */
function withoutListMarks(options: readonly QuestionOption[], lines: readonly Line[]): string[] {
  const known = new Set(options.map(({ label }) => oneLine(label)))
  const added = lines.filter(({ label }) => !known.has(label))
  const isMarked = added.every(({ label }) => listMark.test(label)) && !options.some(({ label }) => listMark.test(oneLine(label)))
  return lines.map(({ label }) => (isMarked && !known.has(label) ? label.replace(listMark, '') : label))
}

function duplicatesIn(lines: readonly Line[], labels: readonly string[]): OptionTextProblem[] {
  const firstLines = new Map<string, number>()
  return lines.flatMap(({ line }, at): OptionTextProblem[] => {
    const label = labels[at] ?? ''
    const firstLine = firstLines.get(withoutCase(label))
    if (firstLine !== undefined) return [{ kind: 'duplicate', line, firstLine, label }]
    firstLines.set(withoutCase(label), line)
    return []
  })
}

/**
 * The option that each line is; undefined for a new one. A line with the text of an option is that option, wherever it stands. A single other
 * line between the same two neighbours as a single other option is that option with another text. Anything less certain is a new option,
 * because answers given to one option must never count for another.
 */
export function matchOptions(options: readonly QuestionOption[], labels: readonly string[]): (QuestionOption | undefined)[] {
  const matched: (QuestionOption | undefined)[] = labels.map(() => undefined)
  const free = new Set(options)
  const take = (at: number, option: QuestionOption) => {
    matched[at] = option
    free.delete(option)
  }
  for (const keyOf of [oneLine, withoutCase]) {
    const byKey = Map.groupBy(free, ({ label }) => keyOf(label))
    for (const [at, label] of labels.entries()) {
      const option = matched[at] ? undefined : byKey.get(keyOf(label))?.shift()
      if (option) take(at, option)
    }
  }
  for (const { from, to } of gapsIn(matched)) {
    const [before, after] = [matched[from - 1], matched[to]]
    const start = before ? options.indexOf(before) + 1 : 0
    const end = after ? options.indexOf(after) : options.length
    const others = options.slice(start, Math.max(start, end))
    const [only] = others
    if (only && others.length === 1 && to - from === 1 && free.has(only) && (before ?? after)) take(from, only)
  }
  return matched
}

/** The longest runs of lines that are no option yet, `to` excluded. They are found before any of them is filled. */
function gapsIn(matched: readonly (QuestionOption | undefined)[]) {
  const gaps: { from: number; to: number }[] = []
  for (const [at, option] of matched.entries()) {
    const last = gaps.at(-1)
    if (option) continue
    if (last?.to === at) last.to = at + 1
    else gaps.push({ from: at, to: at + 1 })
  }
  return gaps
}

/** What the text changes: options with another text, new ones, and those that are gone. */
export function optionTextChanges(before: readonly QuestionOption[], after: readonly QuestionOption[]) {
  const [older, newer] = [new Map(before.map((option) => [option.value, option])), new Set(after.map(({ value }) => value))]
  return {
    added: after.filter(({ value }) => !older.has(value)),
    renamed: after.flatMap((now) => {
      const was = older.get(now.value)
      return was && was.label.trim() !== '' && was.label !== now.label ? [{ value: now.value, before: was.label, after: now.label }] : []
    }),
    removed: before.filter(({ value }) => !newer.has(value)),
  }
}
