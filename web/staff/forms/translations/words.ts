import { formatCount } from '#domain/amounts.ts'

export const translationWords = {
  language: 'Language',
  select: 'Select a language',
  add: (language: string) => `Add ${language}`,
  empty: {
    title: 'No language selected',
    text: 'Select the language that you translate into. The form keeps the language with its first translation.',
    readOnly: { title: 'No translations', text: 'This version is in English only.' },
  },
  title: (language: string) => `English and ${language}`,
  show: 'Show',
  filters: {
    all: (count: number) => `All (${count.toLocaleString('en-GB')})`,
    missing: (count: number) => `Missing (${count.toLocaleString('en-GB')})`,
    outdated: (count: number) => `English text has changed (${count.toLocaleString('en-GB')})`,
  },
  progress: (translated: number, total: number) => `${translated.toLocaleString('en-GB')} of ${formatCount(total, 'text')} translated.`,
  nothing: {
    all: 'The form has no texts yet.',
    missing: 'No text is missing a translation.',
    outdated: 'No English text has changed since it was translated.',
  },
  group: { form: 'Title and description', question: (number: number) => `Question ${number}` },
  english: (name: string) => `${name} in English`,
  field: (name: string, language: string) => `${name} in ${language}`,
  missing: 'Not translated. Patients read the English text.',
  outdated: {
    title: 'The English text has changed',
    before: 'English text when this was translated:',
    act: 'Change the translation, or confirm that it is still right. Until then, patients read the English text.',
    readOnly: 'Patients read the English text, because this is the translation of an earlier English text.',
    confirm: 'Translation is still right',
  },
  remove: {
    action: (language: string) => `Remove ${language}`,
    title: (language: string) => `Remove ${language}?`,
    text: (count: number, language: string) =>
      `This removes ${formatCount(count, 'translation')} from the draft. Published versions keep their ${language} translations. You can use Undo to get the translations back.`,
    confirm: 'Remove language',
    close: 'Keep language',
    done: (language: string) => `${language} was removed.`,
  },
  download: {
    label: 'Download',
    xliff: () => 'XLIFF 2.1 for a translator',
    xlsx: () => 'Spreadsheet (.xlsx) for a translator',
    pdf: (language: string) => `PDF to print, in ${language}`,
    notPrintable: (language: string) => `No PDF in ${language}: our fonts lack its script`,
    notSaved: 'Your last changes could not be saved, so there is no file.',
  },
  upload: {
    action: 'Upload translations',
    title: (language: string) => `Upload ${language} translations`,
    file: {
      label: 'File from the translator',
      hint: 'XLIFF or Excel workbook, downloaded from this form. Nothing changes before you add the translations.',
    },
    tooLarge: 'The file is larger than 10 MB. Choose a smaller file.',
    notSaved: 'Your last changes could not be saved, so the file was not read.',
    refused: 'The file was not read',
    summary: 'In this file',
    version: (version: number) => `The file was made from version ${version}.`,
    added: (count: number) => formatCount(count, 'new translation'),
    changed: (count: number) => formatCount(count, 'changed translation'),
    unchanged: (count: number) => `${formatCount(count, 'translation')} that the draft already has`,
    empty: (count: number) => `${formatCount(count, 'text')} without a translation`,
    notTaken: (count: number) => `${formatCount(count, 'text')} that cannot be added`,
    more: (count: number) => `and ${count.toLocaleString('en-GB')} more`,
    confirm: (count: number) => `Add ${formatCount(count, 'translation')}`,
    nothing: 'The file has no translations to add.',
    close: 'Close',
    done: (count: number, changed: number) =>
      changed === 0
        ? `${formatCount(count, 'translation')} added. You can use Undo to remove them.`
        : `${formatCount(count, 'translation')} added. ${formatCount(changed, 'text')} already changed by a colleague, so not added.`,
  },
  version: (version: number) => `Texts of version ${version}. Published texts cannot be changed.`,
  draft: 'Texts of the draft.',
  edit: 'Edit translations of the draft',
}
