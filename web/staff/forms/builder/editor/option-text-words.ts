import { formatCount } from '#domain/amounts.ts'
import type { OptionTextProblem } from '#domain/form/editing/options-as-text.ts'
import { formLimits } from '#domain/form/question.ts'

const quote = (text: string) => `“${text}”`
const shortened = (text: string) => quote(text.length > 40 ? `${text.slice(0, 40)}…` : text)
const formatNumber = (count: number) => count.toLocaleString('en-GB')

/** The most names or problems that are listed. */
const maxListed = 5

const listed = (names: readonly string[]) => {
  const rest = names.length - maxListed
  return [...names.slice(0, maxListed).map(shortened), ...(rest > 0 ? [`${formatNumber(rest)} more`] : [])].join(', ')
}

const oneProblem = (problem: OptionTextProblem) => {
  switch (problem.kind) {
    case 'noOptions':
      return 'Enter at least one option.'
    case 'tooMany':
      return `There are ${formatNumber(problem.count)} options. A question can have up to ${formatNumber(formLimits.options)}.`
    case 'emptyLine':
      return `Line ${problem.line} has no option text.`
    case 'duplicate':
      return `Line ${problem.line} repeats line ${problem.firstLine}: ${shortened(problem.label)}.`
    case 'tooLong':
      return `Line ${problem.line} has ${formatNumber(problem.label.length)} characters. An option can have up to ${formLimits.optionLabel}.`
    case 'tooManyColumns':
      return `Line ${problem.line} has more than 2 columns. Keep the option text and its points.`
    case 'notPoints':
      return `Points on line ${problem.line} must be a number: ${shortened(problem.text)}.`
  }
}

export const optionTextWords = {
  title: 'Edit options as text',
  label: 'One option per line',
  hint: 'You can paste a column from a spreadsheet. A second column sets the points. A line without points keeps the points of its option.',
  apply: 'Update options',
  cancel: 'Cancel',
  problems: (problems: readonly OptionTextProblem[]) => {
    const rest = problems.length - maxListed
    return [...problems.slice(0, maxListed).map(oneProblem), ...(rest > 0 ? [`${formatCount(rest, 'more problem')} to fix.`] : [])].join(
      ' ',
    )
  },
  changedByOther:
    'Another user has changed the same options. Copy your text, select “Cancel”, and edit the options again to see their changes.',
  changes: {
    title: 'What will change',
    none: 'Nothing yet.',
    added: (names: readonly string[]) => `${formatCount(names.length, 'new option')}: ${listed(names)}`,
    removed: (names: readonly string[]) => `${formatCount(names.length, 'option')} removed: ${listed(names)}`,
    renamed: (before: string, after: string) => `${quote(before)} becomes ${quote(after)}`,
    points: (count: number) => `${formatCount(count, 'option')} with other points`,
    order: 'The order',
    staysSame: 'An option with another text is still the same option. Answers, conditions and points stay with it.',
  },
  used: {
    title: (count: number) => `Remove ${formatCount(count, 'option')}?`,
    text: (names: readonly string[]) => `You are removing ${listed(names)}. Check what uses these options before you publish:`,
    textForOne: (name: string) => `You are removing ${shortened(name)}. Check what uses this option before you publish:`,
    confirm: (count: number) => (count === 1 ? 'Remove option' : 'Remove options'),
    back: 'Back to the text',
  },
}
