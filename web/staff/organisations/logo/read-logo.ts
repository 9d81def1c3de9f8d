import { logoLimits, logoProblem, readPicture } from '#domain/logo.ts'

import { addressOf } from './use-logo.ts'

export type ChosenLogo = { picture: File; address: string } | { refusal: string }

/** Looks at what was chosen before anything is sent: by the server's own rules, and then whether it can be drawn at all. */
export async function readLogo(file: File): Promise<ChosenLogo> {
  // One byte more than there may be says as much as a gigabyte.
  const bytes = new Uint8Array(await file.slice(0, logoLimits.bytes + 1).arrayBuffer())
  const refusal = logoProblem(bytes)
  if (refusal !== undefined) return { refusal }
  const picture = new File([bytes], 'logo', { type: readPicture(bytes)?.type ?? '' })
  const drawn = await createImageBitmap(picture).catch(() => undefined)
  drawn?.close()
  return drawn
    ? { picture, address: await addressOf(picture) }
    : { refusal: 'The picture is damaged and cannot be shown. Save it again, then choose the new file.' }
}
