import { guardXlsx, type ZipParts } from '#server/documents/spreadsheet/guard.ts'
import type { SpreadsheetLimits } from '#server/documents/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'
import { readWholePart } from '#server/documents/spreadsheet/whole-part.ts'

import { attribute, attributeNamed, decodeText, type XmlHandlers } from './xml-scan.ts'
import type { ZipPart } from './zip-directory.ts'

export type Sheet = { name: string; part: ZipPart; isHidden: boolean; position: number }
export type Workbook = { sheets: Sheet[]; is1904: boolean; strings: ZipPart | undefined; styles: ZipPart | undefined }

type Relation = { id: string; type: string; target: string }

const ID = attributeNamed('Id')
const TYPE = attributeNamed('Type')
const TARGET = attributeNamed('Target')
const NAME = attributeNamed('name')
const STATE = attributeNamed('state')
const DATE_1904 = attributeNamed('date1904')
const RELATION_ID = attributeNamed('[^\\s:="\']+:id')

/** Opens a workbook up to its tabs. Reads each part on the way to its end. */
export async function openWorkbook(file: Buffer, limits: SpreadsheetLimits): Promise<Workbook> {
  const parts = guardXlsx(file, limits)
  const read = (part: ZipPart, handlers: XmlHandlers) => readWholePart(file, part, handlers, limits)
  await read(getPart(parts, '[Content_Types].xml'), {})
  const root = await listRelations(parts, '_rels/.rels', read)
  const path = root.find((relation) => relation.type.endsWith('/officeDocument'))?.target
  if (path === undefined) throw new SpreadsheetRefusal('not_xlsx')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations = await listRelations(parts, `${folder}_rels/${path.slice(folder.length)}.rels`, read, folder)
  const { sheets, is1904 } = await readTabs(parts, getPart(parts, path), relations, read)
  const partOf = (type: string) => {
    const target = relations.find((relation) => relation.type.endsWith(`/${type}`))?.target
    return target === undefined ? undefined : parts.get(target)
  }
  return { sheets, is1904, strings: partOf('sharedStrings'), styles: partOf('styles') }
}

type Read = (part: ZipPart, handlers: XmlHandlers) => Promise<void>

async function listRelations(parts: ZipParts, path: string, read: Read, folder = ''): Promise<Relation[]> {
  const relations: Relation[] = []
  await read(getPart(parts, path), {
    open: (name, attributes) => {
      const [id, type, target] = [attribute(attributes, ID), attribute(attributes, TYPE), attribute(attributes, TARGET)]
      if (name === 'Relationship' && id && type && target) relations.push({ id, type, target: resolvePath(folder, decodeText(target)) })
    },
  })
  return relations
}

async function readTabs(parts: ZipParts, workbook: ZipPart, relations: Relation[], read: Read) {
  const sheets: Sheet[] = []
  let [is1904, shown] = [false, 0]
  await read(workbook, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, DATE_1904) ?? '')
      if (tag !== 'sheet') return
      const name = decodeText(attribute(attributes, NAME) ?? '')
      const isHidden = /^(hidden|veryHidden)$/.test(attribute(attributes, STATE) ?? '')
      if (!isHidden) shown++
      const relation = relations.find((candidate) => candidate.id === attribute(attributes, RELATION_ID))
      // A tab may be a chart.
      if (name && relation?.type.endsWith('/worksheet'))
        sheets.push({ name, part: getPart(parts, relation.target), isHidden, position: shown })
    },
  })
  return { sheets, is1904 }
}

function resolvePath(folder: string, target: string) {
  if (target.startsWith('/')) return target.slice(1)
  const steps: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

function getPart(parts: ZipParts, name: string) {
  const part = parts.get(name)
  if (!part) throw new SpreadsheetRefusal('corrupt', name)
  return part
}
