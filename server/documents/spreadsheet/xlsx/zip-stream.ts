import { endPart, deflateInto, startPart, zipDirectory, type ZipPartWritten } from './zip-parts.ts'

export type OutgoingPart = { name: string; text: AsyncIterable<string> | Iterable<string> }

/** Writes a zip, one packed part after the other, without holding a whole part. */
export async function* zipStream(parts: AsyncIterable<OutgoingPart>): AsyncGenerator<Buffer> {
  const written: ZipPartWritten[] = []
  for await (const { name, text } of parts) {
    const { part, bytes } = startPart(name)
    written.push(part)
    yield bytes
    for await (const piece of text) yield await deflateInto(part, Buffer.from(piece))
    yield endPart(part)
  }
  yield zipDirectory(written)
}
