import { useState } from 'react'

import { isStatus } from '#web/api/refusal.ts'

import { ProofDialog } from './ProofDialog.tsx'

type Waiting = { go: () => void; stop: () => void }

/** Changes that the server lets through only with a recent proof: where it asks for one, so does this, and then tries again. */
export function useProof(hasApp = false) {
  const [waiting, setWaiting] = useState<Waiting>()
  const withProof = <T,>(call: () => Promise<T>): Promise<T> =>
    call().catch((error: unknown) => {
      if (!isStatus(error, 428)) throw error
      return new Promise<T>((resolve, reject) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is the error that was caught
        setWaiting({ go: () => resolve(call()), stop: () => reject(error) })
      })
    })
  const end = (step: keyof Waiting) => {
    waiting?.[step]()
    setWaiting(undefined)
  }
  return {
    withProof,
    proofDialog: <ProofDialog isOpen={waiting !== undefined} hasApp={hasApp} onProven={() => end('go')} onClose={() => end('stop')} />,
  }
}
