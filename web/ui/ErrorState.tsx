import type { ReactNode } from 'react'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

type ErrorStateProps = { children?: ReactNode; onRetry?: (() => void) | undefined; retryLabel?: string }

export function ErrorState({ children = 'Something went wrong, please try again.', onRetry, retryLabel = 'Try again' }: ErrorStateProps) {
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
