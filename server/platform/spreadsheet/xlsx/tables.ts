import type { SpreadsheetLimits } from '#server/platform/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/platform/spreadsheet/refusal.ts'

import { decodeEscapes } from './cells.ts'
import { attribute, attributeNamed, decodeText, type XmlHandlers } from './xml-scan.ts'

/** The texts that cells share; readings of Chinese and Japanese names (`rPh`) are not part of the text. */
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

/** Which cell styles show a number as a date. Formats come before the styles that use them (ECMA-376 part 1, 18.8.39). */
export function createStylesScan(isDateStyle: boolean[], limits: SpreadsheetLimits): XmlHandlers {
  const isDateFormat = new Map<number, boolean>()
  let isInside = false
  return {
    open(name, attributes) {
      if (name === 'cellXfs') isInside = true
      if (name !== 'numFmt' && !(name === 'xf' && isInside)) return
      const id = Number(attribute(attributes, NUMBER_FORMAT) ?? 0)
      if (name === 'numFmt') isDateFormat.set(id, showsDate(decodeText(attribute(attributes, CODE) ?? '')))
      else isDateStyle.push(isDateFormat.get(id) ?? isBuiltInDate(id))
      if (isDateFormat.size + isDateStyle.length > limits.styles) throw new SpreadsheetRefusal('too_large')
    },
    close(name) {
      if (name === 'cellXfs') isInside = false
    },
  }
}

/** Formats that every program knows by number (18.8.30), those of East Asian editions too. */
function isBuiltInDate(id: number) {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

/** Looks for day, month, year or time letters outside quotes, escapes, fillers, colours and locales. Excel allows 255 characters. */
function showsDate(code: string) {
  const [positive = ''] = code.slice(0, 255).split(';')
  const letters = positive.replace(/"[^"]*"|\\.|[_*]./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !/^general$/i.test(letters.trim()) && /[dmyhs]/i.test(letters)
}
