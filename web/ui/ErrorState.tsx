import type { ReactNode } from 'react'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { errorWords } from './words.ts'

type ErrorStateProps = { children?: ReactNode; onRetry?: (() => void) | undefined; retryLabel?: string }

export function ErrorState({ children = errorWords.somethingWentWrong, onRetry, retryLabel = errorWords.tryAgain }: ErrorStateProps) {
  const retry = onRetry && (
    <Button size="sm" onClick={onRetry}>
      {retryLabel}
    </Button>
  )
  return (
    <Alert kind="danger" actions={retry}>
      {children}
    </Alert>
  )
}
