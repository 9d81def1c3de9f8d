export type ColumnKind = 'text' | 'number' | 'date' | 'datetime'

/** Indexes into `cellXfs` below, in the same order. */
export const styles = { plain: 0, header: 1, text: 2, quoted: 3, date: 4, datetime: 5 } as const

export const styleOf: Record<ColumnKind, number> = { text: styles.text, number: styles.plain, date: styles.date, datetime: styles.datetime }

const xf = (numberFormat: number, font: number, rest = '') =>
  `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${rest}/>`

/** 49 is text. `quotePrefix` marks the cell as typed text, so that `=…` stays text after editing or saving as CSV. */
export const stylesXml =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="6">${xf(0, 0)}${xf(49, 1)}${xf(49, 0)}${xf(49, 0, ' quotePrefix="1"')}${xf(164, 0)}${xf(165, 0)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
