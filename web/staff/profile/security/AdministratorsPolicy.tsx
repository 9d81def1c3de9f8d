import { useMutation } from '@tanstack/react-query'

import { formatDate } from '#domain/dates.ts'
import { graceDays } from '#domain/sign-in-rules.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'

type AdministratorsPolicyProps = {
  /** From which day; null: it is off. */
  requiredFrom: string | null
  onChanged: () => Promise<unknown>
}

/** System administrators have no settings screen of their own, so their requirement stands here. */
export function AdministratorsPolicy({ requiredFrom, onChanged }: AdministratorsPolicyProps) {
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
          hint={
            requiredFrom === null
              ? `System administrators without a second factor have ${graceDays} days to set one up.`
              : `You need a second factor from ${formatDate(requiredFrom)}. New system administrators have ${graceDays} days to set one up.`
          }
          checked={requiredFrom !== null}
          disabled={set.isPending}
          onChange={(event) => set.mutate(event.target.checked)}
        />
      </Stack>
    </LabelledSection>
  )
}
