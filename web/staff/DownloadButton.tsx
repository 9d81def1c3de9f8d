import type { ReactNode } from 'react'

import type { Download } from '#web/api/client.ts'
import { Button, type ButtonSize } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { useDownload } from './use-download.ts'
import { downloadWords } from './words.ts'

type DownloadButtonProps = { fetchFile: () => Promise<Download>; size?: ButtonSize; children: ReactNode }

export function DownloadButton({ fetchFile, size = 'md', children }: DownloadButtonProps) {
  const download = useDownload(fetchFile)
  return (
    <Button size={size} isPending={download.isPending} pendingLabel={downloadWords.preparing} onClick={() => download.mutate()}>
      {size === 'md' && <Icon name="download" />}
      {children}
    </Button>
  )
}
