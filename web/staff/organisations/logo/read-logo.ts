import { logoLimits, logoProblem, readPicture } from '#domain/logo.ts'
import { logoWords } from '#web/staff/organisations/words.ts'

import { addressOf } from './use-logo.ts'

export type ChosenLogo = { picture: File; address: string } | { refusal: string }

/** Checks the chosen file before it is sent: with the rules of the server, and then whether the browser can draw the picture. */
export async function readLogo(file: File): Promise<ChosenLogo> {
  // One byte over the limit is enough to refuse a file of any size.
  const bytes = new Uint8Array(await file.slice(0, logoLimits.bytes + 1).arrayBuffer())
  const refusal = logoProblem(bytes)
  if (refusal !== undefined) return { refusal }
  const picture = new File([bytes], 'logo', { type: readPicture(bytes)?.type ?? '' })
  const drawn = await createImageBitmap(picture).catch(() => undefined)
  drawn?.close()
  return drawn ? { picture, address: await addressOf(picture) } : { refusal: logoWords.damaged }
}
