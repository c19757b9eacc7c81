import { PasswordConfirmation, profileRoutes } from '@artikul/contract/identity/profile'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'

/** Runs an action; when the server requires the user's password, asks for it and runs the action again. */
export type WithPassword = <T>(act: () => Promise<T>) => Promise<T>

/** `prompt` must be rendered inside the window that starts the action. */
export function useConfirmedPassword(): { prompt: ReactNode; withPassword: WithPassword } {
  const [pending, setPending] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null)
  const answer = (isConfirmed: boolean) => {
    setPending(null)
    pending?.answer(isConfirmed)
  }
  return {
    prompt: pending && <PasswordPrompt onAnswer={answer} />,
    withPassword: async (act) => {
      try {
        return await act()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'auth.confirm_password') throw error
        const isConfirmed = await new Promise<boolean>((resolve) => setPending({ answer: resolve }))
        if (!isConfirmed) throw error
        return act()
      }
    },
  }
}

function PasswordPrompt({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const form = useForm({ defaultValues: { password: '' } })
  const sending = useMutation({
    mutationFn: (password: string) => call(profileRoutes.confirmPassword, { body: { password } }),
    onSuccess: () => onAnswer(true),
    onError: (error) => form.refuse(error),
  })
  const submit = () => {
    const body = form.checked(PasswordConfirmation, form.draft)
    if (body) sending.mutate(body.password)
  }
  return (
    <FormDialog
      title="Подтвердите своим паролем"
      description="Доступ сотрудников меняет только тот, кто знает пароль этой учётной записи."
      submit="Подтвердить"
      width="sm"
      form={{ errors: form.errors, busy: sending.isPending, submit }}
      isDirty={false}
      onClose={() => onAnswer(false)}
    >
      <PasswordField label="Ваш пароль" autoComplete="current-password" required {...form.field('password')} />
    </FormDialog>
  )
}
