import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'

const nothing = { currentPassword: '', password: '', passwordAgain: '' }

const check = (values: typeof nothing) => ({
  currentPassword: firstError(values.currentPassword, [validate.required], 'Current password'),
  password: firstError(values.password, [validate.required, validate.password], 'New password'),
  passwordAgain: firstError(values.passwordAgain, [(again) => validate.confirmed(again, values.password)], 'New password'),
})

/** Ends every session of one's own, this one too: one signs in with the new password. */
export function ChangePassword() {
  const router = useRouter()
  const save = useMutation({
    mutationFn: ({ currentPassword, password: chosen }: typeof nothing) =>
      api.members.changePassword({ body: { currentPassword, password: chosen } }),
    onSuccess: () => router.navigate({ to: pathTo('logout') }),
  })
  const fields = useFields({ id: 'password', initial: nothing, check, saving: save })
  const shared = { type: 'password', width: 20, maxLength: 1_024, required: true } as const
  return (
    <LabelledSection label="Password" description="Changing it signs you out everywhere. You then sign in with the new one.">
      <FieldsForm fields={fields} submitLabel="Change password" onSave={(values) => save.mutate(values)}>
        <TextField label="Current password" autoComplete="current-password" {...shared} {...fields.bind('currentPassword')} />
        <TextField
          label="New password"
          hint="At least 8 characters, with an uppercase and a lowercase letter, a number and one of # ? ! @ $ % ^ & * -. Not your name, and not one that many people use."
          autoComplete="new-password"
          {...shared}
          {...fields.bind('password')}
        />
        <TextField label="New password again" autoComplete="new-password" {...shared} {...fields.bind('passwordAgain')} />
      </FieldsForm>
    </LabelledSection>
  )
}
