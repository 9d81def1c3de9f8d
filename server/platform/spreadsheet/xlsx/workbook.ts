import { guardXlsx, type ZipParts } from '#server/platform/spreadsheet/guard.ts'
import type { SpreadsheetLimits } from '#server/platform/spreadsheet/limits.ts'
import { SpreadsheetRefusal } from '#server/platform/spreadsheet/refusal.ts'
import { readWholePart } from '#server/platform/spreadsheet/whole.ts'

import { attribute, attributeNamed, type XmlHandlers } from './xml-scan.ts'
import type { ZipPart } from './zip-directory.ts'

/** `position` counts every tab, those that hold only a chart too: it is how the row reader finds the sheet. */
export type Sheet = { name: string; position: number; part: ZipPart }
export type Workbook = { sheets: Sheet[]; sharedStringCount: number }

type Relation = { id: string; type: string; target: string }

const ID = attributeNamed('Id')
const TYPE = attributeNamed('Type')
const TARGET = attributeNamed('Target')
const NAME = attributeNamed('name')
const RELATION_ID = attributeNamed('[^\\s:="\']+:id')

/** Opens a workbook as far as its tabs. Every part that the row reader will trust has been read to its end by then, but for the sheet. */
export async function openWorkbook(file: Buffer, limits: SpreadsheetLimits): Promise<Workbook> {
  const parts = guardXlsx(file, limits)
  const read = (part: ZipPart, handlers: XmlHandlers) => readWholePart(file, part, handlers, limits)
  await read(getPart(parts, '[Content_Types].xml'), {})
  const root = await listRelations(parts, '_rels/.rels', read)
  const path = root.find((relation) => relation.type.endsWith('/officeDocument'))?.target
  if (path === undefined) throw new SpreadsheetRefusal('not_xlsx')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations = await listRelations(parts, `${folder}_rels/${path.slice(folder.length)}.rels`, read, folder)
  const sheets = await listSheets(parts, getPart(parts, path), relations, read)
  const partOf = (type: string) => {
    const target = relations.find((relation) => relation.type.endsWith(`/${type}`))?.target
    return target === undefined ? undefined : parts.get(target)
  }
  await readTree(partOf('styles'), '', read, limits)
  const sharedStringCount = await readTree(partOf('sharedStrings'), 'si', read, limits)
  return { sheets, sharedStringCount }
}

type Read = (part: ZipPart, handlers: XmlHandlers) => Promise<void>

async function listRelations(parts: ZipParts, path: string, read: Read, folder = ''): Promise<Relation[]> {
  const relations: Relation[] = []
  await read(getPart(parts, path), {
    open: (name, attributes) => {
      const [id, type, target] = [attribute(attributes, ID), attribute(attributes, TYPE), attribute(attributes, TARGET)]
      if (name === 'Relationship' && id && type && target) relations.push({ id, type, target: resolvePath(folder, target) })
    },
  })
  return relations
}

async function listSheets(parts: ZipParts, workbook: ZipPart, relations: Relation[], read: Read) {
  const sheets: Sheet[] = []
  let position = 0
  await read(workbook, {
    open: (tag, attributes) => {
      const [name, id] = [attribute(attributes, NAME), attribute(attributes, RELATION_ID)]
      if (tag !== 'sheet' || !name || !id) return
      const relation = relations.find((candidate) => candidate.id === id)
      if (relation?.type.endsWith('/worksheet')) sheets.push({ name, position, part: getPart(parts, relation.target) })
      position += 1
    },
  })
  return sheets
}

/** Reads a part that is later held as a tree; counts the elements of one name in it. */
async function readTree(part: ZipPart | undefined, counted: string, read: Read, limits: SpreadsheetLimits) {
  if (!part) return 0
  let elements = 0
  let count = 0
  await read(part, {
    open: (name) => {
      elements += 1
      if (name === counted) count += 1
      if (elements > limits.treeElements) throw new SpreadsheetRefusal('too_large')
    },
  })
  return count
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
