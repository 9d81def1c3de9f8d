const ENTRY = 128
const NO_SECTOR = 0xfffffffa
/** An .xls file or a protected workbook has few entries. Only the first ones are read. */
const MOST_SECTORS = 200

/** The names in the directory of an OLE compound file ([MS-CFB] 2.6): the old .xls is one, and so is a workbook with a password. */
export function namesInCompoundFile(file: Buffer): Set<string> {
  const names = new Set<string>()
  if (file.length < 512) return names
  const sectorBytes = file.readUInt16LE(30) === 12 ? 4096 : 512
  const placeOf = (sector: number) => (sector + 1) * sectorBytes
  const isThere = (sector: number) => sector < NO_SECTOR && placeOf(sector) + sectorBytes <= file.length
  let sector = file.readUInt32LE(48)
  for (let step = 0; step < MOST_SECTORS && isThere(sector); step++) {
    const start = placeOf(sector)
    for (let at = start; at < start + sectorBytes; at += ENTRY) {
      const bytes = Math.min(file.readUInt16LE(at + 64), 64)
      if (bytes > 2) names.add(file.toString('utf16le', at, at + bytes - 2))
    }
    sector = sectorAfter(sector)
  }
  return names

  /** By the allocation table, of which the header names the first 109 sectors. */
  function sectorAfter(current: number) {
    const perSector = sectorBytes / 4
    const table = Math.floor(current / perSector)
    if (table >= 109) return NO_SECTOR
    const tableSector = file.readUInt32LE(76 + table * 4)
    return isThere(tableSector) ? file.readUInt32LE(placeOf(tableSector) + (current % perSector) * 4) : NO_SECTOR
  }
}
