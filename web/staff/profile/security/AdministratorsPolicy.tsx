import { useMutation } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'

/** System administrators have no screen of settings of their own: what their signing in asks for is said here. */
export function AdministratorsPolicy({ isRequired, onChanged }: { isRequired: boolean; onChanged: () => Promise<unknown> }) {
  const set = useMutation({
    mutationFn: (wanted: boolean) => api.secondFactors.require({ body: { isRequired: wanted } }),
    onSettled: onChanged,
  })
  return (
    <LabelledSection label="System administrators">
      <Stack gap="md">
        {set.isError && <Alert kind="danger">{wordsOf(set.error)}</Alert>}
        <Checkbox
          label="Every system administrator signs in with a second factor"
          hint="Who is signed in without one is asked to sign in again at once, and sets one up then."
          checked={isRequired}
          disabled={set.isPending}
          onChange={(event) => set.mutate(event.target.checked)}
        />
      </Stack>
    </LabelledSection>
  )
}
