/** A text and its translation. The id is an XML name token (https://www.w3.org/TR/xml/#NT-Nmtoken). */
export type OutgoingUnit = { id: string; notes: readonly { category: string; text: string }[]; source: string; target: string | undefined }

export type OutgoingXliff = {
  /** Names the document that the texts are from. */
  original: string
  sourceLanguage: string
  targetLanguage: string
  units: readonly OutgoingUnit[]
}

/** XLIFF 2.1 with one file (https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html). Each unit has one segment, which stays whole. */
export function writeXliff({ original, sourceLanguage, targetLanguage, units }: OutgoingXliff): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${escaped(sourceLanguage)}" trgLang="${escaped(targetLanguage)}">`,
    `  <file id="form" original="${escaped(original)}" canResegment="no" xml:space="preserve">`,
    ...units.flatMap(unitLines),
    '  </file>',
    '</xliff>',
    '',
  ].join('\n')
}

const unitLines = ({ id, notes, source, target }: OutgoingUnit) => [
  `    <unit id="${escaped(id)}">`,
  ...(notes.length > 0 ? ['      <notes>', ...notes.map(noteLine), '      </notes>'] : []),
  `      <segment state="${target === undefined ? 'initial' : 'translated'}">`,
  `        <source>${escaped(source)}</source>`,
  ...(target === undefined ? [] : [`        <target>${escaped(target)}</target>`]),
  '      </segment>',
  '    </unit>',
]

const noteLine = ({ category, text }: OutgoingUnit['notes'][number]) =>
  `        <note category="${escaped(category)}">${escaped(text)}</note>`

// eslint-disable-next-line no-control-regex -- XML 1.0 cannot hold these characters
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A carriage return would become a line feed when it is read. */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (character) => escapes[character]!) // the pattern matches only these four
