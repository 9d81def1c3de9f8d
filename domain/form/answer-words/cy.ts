// No translator has checked these Welsh words yet.
import type { AnswerWords } from './en.ts'

const numbers = new Intl.NumberFormat('cy')
const days = new Intl.DateTimeFormat('cy', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What the types of question say to patients, in Welsh. */
export const welshAnswers: AnswerWords = {
  yes: 'Ie',
  no: 'Na',
  day: 'Diwrnod',
  month: 'Mis',
  year: 'Blwyddyn',
  selectOption: 'Dewiswch opsiwn',
  selectFromList: 'Dewiswch opsiwn o’r rhestr',
  selectOneOrMore: 'Dewiswch o leiaf un opsiwn',
  notOption: 'Dewiswch un o’r opsiynau',
  notOptions: 'Dewiswch o’r opsiynau',
  optionTwice: 'Dewiswch bob opsiwn unwaith yn unig',
  notWithOthers: (none) => `Dewiswch beth sy’n berthnasol, neu dewiswch ‘${none}’`,
  notYesOrNo: 'Dewiswch un o’r ddau ateb',
  notStep: 'Dewiswch rif o 0 i 10',
  outOfTen: (number) => `${number} allan o 10`,
  noDate: 'Rhowch ddyddiad',
  notDate: 'Rhaid i’r dyddiad fod yn ddyddiad go iawn, fel 27 3 2024',
  date: (day) => days.format(new Date(day)),
  noNumber: 'Rhowch rif',
  notNumber: (example) => `Rhowch rif, fel ${example}`,
  notWhole: 'Rhowch rif cyfan, fel 72',
  tooManyDecimals: (most) => `Rhowch rif heb fwy na ${numbers.format(most)} lle degol`,
  notBetween: (min, max) => `Rhowch rif o ${min} i ${max}`,
  tooHigh: (max) => `Rhowch ${max} neu lai`,
  tooLow: (min) => `Rhowch ${min} neu fwy`,
  expectsBetween: (min, max) => `O ${min} i ${max}`,
  expectsAtLeast: (min) => `${min} neu fwy`,
  expectsAtMost: (max) => `${max} neu lai`,
  noText: 'Rhowch ateb',
  notText: 'Rhowch eich ateb fel testun',
  notOneLine: 'Ni chaiff eich ateb gynnwys toriadau llinell, tabiau na nodau cudd. Teipiwch ef eto',
  hiddenCharacters: 'Ni chaiff eich ateb gynnwys nodau cudd. Teipiwch ef eto',
  tooLong: (most) => `Rhaid i’ch ateb fod yn ${numbers.format(most)} nod neu lai`,
  noQuestion: 'Does dim cwestiwn ar y dudalen hon',
}
