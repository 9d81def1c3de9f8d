import { type FileResponse, spreadsheet } from '#contract/route.ts'
import { notCarriedWords } from '#domain/imports/checks.ts'
import { importColumnKeys, importColumns, importInstructions, importTabs } from '#domain/imports/template.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { listFormChoices } from '#server/forms/forms.ts'
import { unsupportedMethods } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { writeWorkbook, type OutgoingColumn } from '#server/documents/spreadsheet/write.ts'

/** The import template (IMP-1). Its second tab explains the columns and lists the forms. */
export async function writeTemplate(ctx: Context): Promise<FileResponse> {
  const forms = await listFormChoices(ctx)
  const uncarried = await unsupportedMethods(ctx)
  const columns = importColumnKeys.map((key): OutgoingColumn => {
    const { header, kind, example } = importColumns[key]
    return { header, kind: kind === 'date' ? 'date' : 'text', width: Math.max(header.length, example.length) + 4 }
  })
  const [whatToDo = [], headers = [], ...explanations] = importInstructions
  const widths = [24, 10, 60, 40]
  const explained = headers.map((header, index): OutgoingColumn => ({ header, kind: 'text', width: widths[index] ?? 20 }))
  const choices = [
    [],
    ['Methods'],
    ...notificationMethods.map((method) => [methodLabel(method), '', uncarried[method] ? notCarriedWords(uncarried[method]) : '']),
    [],
    ['Forms', '', '', 'Id'],
    ...forms.map((form) => [form.title, '', '', form.id]),
  ]
  const sheets = [
    { name: importTabs.rows, columns, rows: [] },
    { name: importTabs.instructions, columns: explained, rows: [whatToDo, [], ...explanations, ...choices] },
  ]
  return { fileName: 'form-requests-import-template.xlsx', type: spreadsheet, body: writeWorkbook({ sheets }) }
}
