import { useMutation } from '@tanstack/react-query'

import { formatDate } from '#domain/dates.ts'
import { graceDays } from '#domain/sign-in-rules.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { administratorsWords } from '#web/staff/profile/words.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'

type AdministratorsPolicyProps = {
  /** the first day of the requirement; null when it is off */
  requiredFrom: string | null
  onChanged: () => Promise<unknown>
}

/** System administrators have no settings screen, so this page holds their requirement. */
export function AdministratorsPolicy({ requiredFrom, onChanged }: AdministratorsPolicyProps) {
  const set = useMutation({
    mutationFn: (isRequired: boolean) => api.secondFactors.require({ body: { isRequired } }),
    onSettled: onChanged,
  })
  return (
    <LabelledSection label={administratorsWords.label}>
      <Stack gap="md">
        {set.isError && <Alert kind="danger">{wordsOf(set.error)}</Alert>}
        <Checkbox
          label={administratorsWords.require}
          hint={
            requiredFrom === null
              ? administratorsWords.hintWhenOff(graceDays)
              : administratorsWords.hintWhenOn(formatDate(requiredFrom), graceDays)
          }
          checked={requiredFrom !== null}
          disabled={set.isPending}
          onChange={(event) => set.mutate(event.target.checked)}
        />
      </Stack>
    </LabelledSection>
  )
}
