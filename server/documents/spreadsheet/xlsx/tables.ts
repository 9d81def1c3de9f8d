import type { SpreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import { decodeEscapes } from './cells.ts'
import { builtInFormat, readFormatCode, type NumberFormat } from './number-format.ts'
import { attribute, attributeNamed, decodeText, type XmlHandlers } from './xml-scan.ts'

/** The shared texts of cells, without phonetic readings (`rPh`). */
export function createStringsScan(strings: string[], limits: SpreadsheetLimits): XmlHandlers {
  let [text, isPhonetic] = ['', false]
  return {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
    },
    close(name, inside) {
      if (name === 't' && !isPhonetic) text += inside()
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si' && strings.push(decodeEscapes(text)) > limits.sharedStrings) throw new SpreadsheetRefusal('too_large')
      if (text.length > limits.cellBytes) throw new SpreadsheetRefusal('cell_too_long')
    },
  }
}

const NUMBER_FORMAT = attributeNamed('numFmtId')
const CODE = attributeNamed('formatCode')

/** The number format of each cell style. Formats come before styles (ECMA-376 part 1, 18.8.39). */
export function createStylesScan(formats: NumberFormat[], limits: SpreadsheetLimits): XmlHandlers {
  const written = new Map<number, NumberFormat>()
  let isInside = false
  return {
    open(name, attributes) {
      if (name === 'cellXfs') isInside = true
      if (name !== 'numFmt' && !(name === 'xf' && isInside)) return
      const id = Number(attribute(attributes, NUMBER_FORMAT) ?? 0)
      if (name === 'numFmt') written.set(id, readFormatCode(decodeText(attribute(attributes, CODE) ?? '')))
      else formats.push(written.get(id) ?? builtInFormat(id))
      if (written.size + formats.length > limits.styles) throw new SpreadsheetRefusal('too_large')
    },
    close(name) {
      if (name === 'cellXfs') isInside = false
    },
  }
}
