import type { ReactNode } from 'react'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

type ErrorStateProps = { children?: ReactNode; onRetry?: (() => void) | undefined }

export function ErrorState({ children = 'Something went wrong, please try again.', onRetry }: ErrorStateProps) {
  const retry = onRetry && (
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Alert kind="danger" actions={retry}>
      {children}
    </Alert>
  )
}
