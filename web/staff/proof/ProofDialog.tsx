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

import { proofWords } from './words.ts'

type ProofDialogProps = { onEnd: (isProven: boolean) => void }

/** Makes the user confirm their identity before a change that protects accounts or patients. */
export function ProofDialog({ onEnd }: ProofDialogProps) {
  const { identity } = useRouteContext({ from: '/inside' })
  const methods = useQuery({
    queryKey: ['proof methods'],
    gcTime: 0,
    queryFn: async () => {
      const found = await api.secondFactors.beginProof()
      // A sign-in at the provider in the last minutes is proof enough, so the user is not asked again.
      if (found.idToken && (await hasJustSignedIn(identity.user()?.id_token))) onEnd(true)
      return found
    },
  })
  return (
    <Dialog title={proofWords.title} size="sm" isOpen onClose={() => onEnd(false)}>
      <Stack gap="md">
        {methods.isPending && <Skeleton lines={3} />}
        {methods.isError && <Alert kind="danger">{wordsOf(methods.error)}</Alert>}
        {methods.data && <ChosenMethod methods={methods.data} onProven={() => onEnd(true)} />}
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

type ProofMethod = 'password' | 'code' | 'passkey'

function ChosenMethod({ methods, onProven }: { methods: ProofMethods; onProven: () => void }) {
  const available = (['password', 'code', 'passkey'] as const).filter((one) => Boolean(methods[one]))
  const [method, setMethod] = useState<ProofMethod | undefined>(available[0])
  const others = available
    .filter((other) => other !== method)
    .map((other) => (
      <Button key={other} onClick={() => setMethod(other)}>
        {proofWords.methods[other]}
      </Button>
    ))
  if (method === undefined) return <SignInAgain />
  if (method === 'passkey') return <PasskeyProof options={methods.passkey!} others={others} onProven={onProven} />
  return <TypedProof key={method} method={method} others={others} onProven={onProven} />
}

type MethodProps = { others: React.ReactNode; onProven: () => void }

function TypedProof({ method, others, onProven }: MethodProps & { method: 'password' | 'code' }) {
  const label = method === 'password' ? proofWords.password : proofWords.code
  const prove = useMutation({
    mutationFn: ({ typed }: { typed: string }) =>
      api.secondFactors.prove({ body: method === 'password' ? { password: typed } : { code: typed } }),
    onSuccess: onProven,
  })
  const fields = useFields({
    id: 'proof',
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: firstError(typed, [validate.required], label) }),
    wireName: () => method,
    saving: prove,
  })
  return (
    <FieldsForm isInDialog fields={fields} submitLabel={proofWords.confirm} onSave={(values) => prove.mutate(values)} actions={others}>
      {method === 'password' ? (
        <TextField label={label} hint={proofWords.passwordHint} type="password" autoComplete="current-password" {...fields.bind('typed')} />
      ) : (
        <TextField
          label={label}
          hint={proofWords.codeHint}
          width={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...fields.bind('typed')}
        />
      )}
    </FieldsForm>
  )
}

function PasskeyProof({ options, others, onProven }: MethodProps & { options: Record<string, unknown> }) {
  const prove = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON // the server made it for exactly this
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
          {proofWords.methods.passkey}
        </Button>
        {others}
      </DialogActions>
    </>
  )
}

/** The browser does not say whether the user cancelled, the passkey was refused or the time ran out. */
const notUsed = () =>
  new ApiProblem(409, 'secondFactor:prove', {
    type: 'about:blank',
    status: 409,
    code: 'conflict',
    title: 'conflict',
    detail: proofWords.passkeyNotUsed,
  })

/** For a user without a password or second factor here, who signs in with another provider. */
function SignInAgain() {
  const { identity } = useRouteContext({ from: '/inside' })
  const signIn = useMutation({
    mutationFn: () => {
      leaveWithoutAsking()
      return identity.signInAgain(location.pathname + location.search + location.hash)
    },
  })
  return (
    <>
      <p>{proofWords.signInText}</p>
      {signIn.isError && <Alert kind="danger">{wordsOf(signIn.error)}</Alert>}
      <DialogActions>
        <Button kind="primary" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
          {proofWords.signInAgain}
        </Button>
      </DialogActions>
    </>
  )
}
