import type { Download } from '#web/api/client.ts'

/** Downloads a file from a signed address, which the browser fetches itself. The address answers with an attachment, so the screen stays. */
export function followDownload(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.click()
}

/** Hands a file that was fetched to the person, as a download. */
export function saveFile({ fileName, blob }: Download) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
