const SECTOR = 512
const [FREE, END, TABLE] = [0xffffffff, 0xfffffffe, 0xfffffffd]

/** An OLE compound file ([MS-CFB], version 3) of some streams, each of 4,096 bytes or more so that none is kept in small pieces; seven streams at most. */
export function compoundFile(streams: Record<string, Buffer>) {
  const names = ['Root Entry', ...Object.keys(streams)]
  const directorySectors = Math.ceil(names.length / 4)
  // Sector 0 is the allocation table, then comes the directory, then one stream after the other.
  const next: number[] = [TABLE, ...chain(1, directorySectors)]
  const directory = Buffer.alloc(directorySectors * SECTOR)
  names.forEach((name, at) => {
    const entry = directory.subarray(at * 128, (at + 1) * 128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry[66] = at === 0 ? 5 : 2 // the root, or a stream
    entry[67] = 1
    for (const [place, sibling] of [68, 72, 76].entries())
      entry.writeUInt32LE(place === 1 && at > 0 && at + 1 < names.length ? at + 1 : FREE, sibling)
    if (at === 0) entry.writeUInt32LE(1, 76)
    const content = streams[name]
    entry.writeUInt32LE(content ? next.length : END, 116)
    if (!content) return
    entry.writeUInt32LE(content.length, 120)
    next.push(...chain(next.length, Math.ceil(content.length / SECTOR)))
  })
  const table = Buffer.alloc(SECTOR, 0xff)
  next.forEach((sector, at) => table.writeUInt32LE(sector, at * 4))
  return Buffer.concat([header(), table, directory, ...Object.values(streams).map(padded)])
}

const chain = (first: number, sectors: number) => Array.from({ length: sectors }, (_, at) => (at + 1 < sectors ? first + at + 1 : END))
const padded = (content: Buffer) => Buffer.concat([content, Buffer.alloc((SECTOR - (content.length % SECTOR)) % SECTOR)])

function header() {
  const bytes = Buffer.alloc(SECTOR)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, END],
    [68, END],
  ] as const)
    bytes.writeUInt32LE(value, at)
  bytes.fill(0xff, 80)
  return bytes // the table of tables, from byte 76 on, names sector 0
}
