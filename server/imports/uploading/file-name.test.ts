import { describe, expect, test } from 'vitest'

import { goodRow, importFile, imports, xlsx } from '#test/import-file.ts'
import { openOrganisation } from '#test/organisation.ts'

describe('The file name of an upload', () => {
  test.each([
    ["attachment; filename*=UTF-8''list%20of%20M%C3%A4rz.xlsx", 'list of März.xlsx'],
    ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd'],
    ["attachment; filename*=UTF-8''C%3A%5CUsers%5Cada%5Clist.xlsx", 'list.xlsx'],
    ["attachment; filename*=UTF-8''a%00%E2%80%AEb.xlsx", 'ab.xlsx'],
    ["attachment; filename*=UTF-8''%ff%fe", ''],
    [`attachment; filename*=UTF-8''${'x'.repeat(900)}`, 'x'.repeat(200)],
    ['attachment; filename="list.xlsx"; filename*=UTF-8\'\'M%C3%A4rz.xlsx', 'März.xlsx'],
    ['attachment; filename="list.xlsx"', 'list.xlsx'],
    ['attachment; filename=list.xlsx', 'list.xlsx'],
    ['attachment; filename="a \\"b\\"; c.xlsx"', 'a "b"; c.xlsx'],
    ['attachment; filename="C:\\Users\\ada\\list.xlsx"', 'list.xlsx'],
    [`attachment; filename="${Buffer.from('März.xlsx').toString('latin1')}"`, 'März.xlsx'],
    ['attachment; filename="M\u00e4rz.xlsx"', 'März.xlsx'],
    ['nonsense', ''],
  ])('the name of a file is sent in a header and not in the URL: %s is %s (SAFE-2, IMP-2)', async (header, name) => {
    const ward = await openOrganisation()
    const ada = await ward.staff()

    const file = await importFile([goodRow('Any')])
    const inAddress = await ada.put(`${imports}?fileName=Grace%20Hopper.xlsx`, file, xlsx)
    const upload = await ada.put(imports, file, { ...xlsx, 'content-disposition': header })

    expect(inAddress.json()).toMatchObject({ status: 400, errors: [{ field: 'fileName' }] })
    expect((await ada.get(`${imports}?id=${upload.json().id}`)).json()).toMatchObject({ fileName: name })
  })
})
