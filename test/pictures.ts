import { deflateSync, crc32 } from 'node:zlib'

/** A real PNG in one colour, made byte by byte. */
export function png(width: number, height: number, colour: [number, number, number] = [0, 94, 184]) {
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

export const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

/** Twelve pixels wide and seven high, as a browser writes them. */
export const smallPictures = {
  'image/jpeg': Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAHAAwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCABRAf/9k=',
    'base64',
  ),
  'image/webp': Buffer.from('UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoMAAcABABoJaACdLoAA5gA/uuOX9XYnwoQT+N5vNbHYAAA', 'base64'),
  'image/webp, lossless': Buffer.from('UklGRhwAAABXRUJQVlA4TBAAAAAvC4ABAAdQryhu/wMR0f8A', 'base64'),
  'image/webp, extended': Buffer.from(
    'UklGRmgAAABXRUJQVlA4WAoAAAAQAAAACwAABgAAQUxQSBIAAAABDzCAERFCIJBktr/YDBH9jzxWUDggMAAAAHABAJ0BKgwABwAEAGglqAJ0AUAAAP7wJv/+fu/5HlLt95MPLvZ9Y1hne+r9oAAAAA==',
    'base64',
  ),
  'image/png': png(12, 7),
}
