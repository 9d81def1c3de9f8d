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

import { passwordWords } from './words.ts'

const noValues = { currentPassword: '', password: '', passwordAgain: '' }

const check = (values: typeof noValues) => ({
  currentPassword: firstError(values.currentPassword, [validate.required], passwordWords.currentPassword),
  password: firstError(values.password, [validate.required, validate.password], passwordWords.newPassword),
  passwordAgain: firstError(values.passwordAgain, [(again) => validate.confirmed(again, values.password)], passwordWords.newPassword),
})

/** Changing the password ends every session of the user, this one included. */
export function ChangePassword() {
  const router = useRouter()
  const save = useMutation({
    mutationFn: ({ currentPassword, password: chosen }: typeof noValues) =>
      api.members.changePassword({ body: { currentPassword, password: chosen } }),
    onSuccess: () => router.navigate({ to: pathTo('logout') }),
  })
  const fields = useFields({ id: 'password', initial: noValues, check, saving: save })
  const shared = { type: 'password', width: 20, maxLength: 1_024, required: true } as const
  return (
    <LabelledSection label={passwordWords.label} description={passwordWords.description}>
      <FieldsForm fields={fields} submitLabel={passwordWords.change} onSave={(values) => save.mutate(values)}>
        <TextField label={passwordWords.currentPassword} autoComplete="current-password" {...shared} {...fields.bind('currentPassword')} />
        <TextField
          label={passwordWords.newPassword}
          hint={passwordWords.hint}
          autoComplete="new-password"
          {...shared}
          {...fields.bind('password')}
        />
        <TextField label={passwordWords.confirmNewPassword} autoComplete="new-password" {...shared} {...fields.bind('passwordAgain')} />
      </FieldsForm>
    </LabelledSection>
  )
}
