import { safeAttribute, safeText } from './safe-text.ts'
import { stylesXml } from './styles.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A tab, the number in the name of its part, and the cells of its filter row with its rows. */
export type WorkbookTab = { name: string; number: number; filter?: string | undefined }

/** Without this hidden name, some versions of Excel repair the filter row when they open the file. */
function filterNames(tabs: readonly WorkbookTab[]) {
  const names = tabs.flatMap(({ name, filter }, index) =>
    filter === undefined
      ? []
      : `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">'${safeText(name.replaceAll("'", "''"))}'!${filter.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}</definedName>`,
  )
  return names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''
}

/** The workbook parts, with the tabs in order. Written last, when the number of sheets is known. */
export function workbookParts(tabs: readonly WorkbookTab[]) {
  const each = (write: (name: string, number: number) => string) => tabs.map(({ name, number }) => write(name, number)).join('')
  const stylesId = `rId${tabs.length + 1}`
  return [
    { name: 'xl/styles.xml', text: [stylesXml] },
    {
      name: 'xl/workbook.xml',
      text: [
        `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>`,
        each((name, number) => `<sheet name="${safeAttribute(name)}" sheetId="${number}" r:id="rId${number}"/>`),
        `</sheets>${filterNames(tabs)}</workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: [
        `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">`,
        each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`),
        `<Relationship Id="${stylesId}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      ],
    },
    {
      name: '_rels/.rels',
      text: [
        `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">`,
        `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: '[Content_Types].xml',
      text: [
        `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
        `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
        each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`),
        '</Types>',
      ],
    },
  ]
}
