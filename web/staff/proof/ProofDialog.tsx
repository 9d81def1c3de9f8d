import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import type { ProofMethods } from '#contract/own-account.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { leaveWithoutAsking } from '#web/staff/unsaved/unsaved-forms.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type ProofDialogProps = { onEnd: (isProven: boolean) => void }

/** Asks who is at the keyboard, before something that protects accounts or patients is changed. */
export function ProofDialog({ onEnd }: ProofDialogProps) {
  const { identity } = useRouteContext({ from: '/inside' })
  const methods = useQuery({
    queryKey: ['proof methods'],
    gcTime: 0,
    queryFn: async () => {
      const found = await api.secondFactors.beginProof()
      // A sign-in at the provider in the last minutes is the proof itself: nobody is asked for it twice.
      if (found.idToken && (await hasJustSignedIn((await identity.user())?.id_token))) onEnd(true)
      return found
    },
  })
  return (
    <Dialog title="Confirm that it is you" size="sm" isOpen onClose={() => onEnd(false)}>
      <Stack gap="md">
        {methods.isPending && <Skeleton lines={3} />}
        {methods.isError && <Alert kind="danger">{wordsOf(methods.error)}</Alert>}
        {methods.data && <Ways methods={methods.data} onProven={() => onEnd(true)} />}
      </Stack>
    </Dialog>
  )
}

const hasJustSignedIn = async (idToken: string | undefined) =>
  idToken !== undefined &&
  (await api.secondFactors.prove({ body: { idToken } }).then(
    () => true,
    () => false,
  ))

type Way = 'password' | 'code' | 'passkey'
const labels: Record<Way, string> = { password: 'Use your password', code: 'Use a code', passkey: 'Use a passkey' }

function Ways({ methods, onProven }: { methods: ProofMethods; onProven: () => void }) {
  const ways = (['password', 'code', 'passkey'] as const).filter((way) => Boolean(methods[way]))
  const [way, setWay] = useState<Way | undefined>(ways[0])
  const others = ways
    .filter((other) => other !== way)
    .map((other) => (
      <Button key={other} onClick={() => setWay(other)}>
        {labels[other]}
      </Button>
    ))
  if (way === undefined) return <SignInAgain />
  if (way === 'passkey') return <Passkey question={methods.passkey!} others={others} onProven={onProven} />
  return <Typed key={way} way={way} others={others} onProven={onProven} />
}

type WayProps = { others: React.ReactNode; onProven: () => void }

function Typed({ way, others, onProven }: WayProps & { way: 'password' | 'code' }) {
  const label = way === 'password' ? 'Password' : 'Code'
  const prove = useMutation({
    mutationFn: ({ typed }: { typed: string }) =>
      api.secondFactors.prove({ body: way === 'password' ? { password: typed } : { code: typed } }),
    onSuccess: onProven,
  })
  const fields = useFields({
    id: 'proof',
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: firstError(typed, [validate.required], label) }),
    wireName: () => way,
    saving: prove,
  })
  return (
    <FieldsForm isInDialog fields={fields} submitLabel="Confirm" onSave={(values) => prove.mutate(values)} actions={others}>
      {way === 'password' ? (
        <TextField
          label={label}
          hint="You last signed in more than 5 minutes ago."
          type="password"
          autoComplete="current-password"
          {...fields.bind('typed')}
        />
      ) : (
        <TextField
          label={label}
          hint="From your authenticator app."
          width={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...fields.bind('typed')}
        />
      )}
    </FieldsForm>
  )
}

function Passkey({ question, others, onProven }: WayProps & { question: Record<string, unknown> }) {
  const prove = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const optionsJSON = question as unknown as PublicKeyCredentialRequestOptionsJSON // the server made it for exactly this
      const credential = await startAuthentication({ optionsJSON }).catch(() => {
        throw notUsed()
      })
      return api.secondFactors.prove({ body: { credential: { ...credential } } })
    },
    onSuccess: onProven,
  })
  return (
    <>
      {prove.isError && <Alert kind="danger">{wordsOf(prove.error)}</Alert>}
      <DialogActions>
        <Button kind="primary" isPending={prove.isPending} onClick={() => prove.mutate()}>
          {labels.passkey}
        </Button>
        {others}
      </DialogActions>
    </>
  )
}

/** Stopped, refused or timed out: the browser does not say which. */
const notUsed = () =>
  new ApiProblem(409, 'secondFactor:prove', {
    type: 'about:blank',
    status: 409,
    code: 'conflict',
    title: 'conflict',
    detail: 'No passkey was used. Try again, or use another way.',
  })

/** For a member who has nothing to show here: they sign in with another provider, and do it again. */
function SignInAgain() {
  const { identity } = useRouteContext({ from: '/inside' })
  const signIn = useMutation({
    mutationFn: () => {
      leaveWithoutAsking()
      return identity.signInAfresh(location.pathname + location.search + location.hash)
    },
  })
  return (
    <>
      <p>Sign in again, then press the same button once more. You come back to this page. Forms keep what you typed.</p>
      {signIn.isError && <Alert kind="danger">{wordsOf(signIn.error)}</Alert>}
      <DialogActions>
        <Button kind="primary" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
          Sign in again
        </Button>
      </DialogActions>
    </>
  )
}
