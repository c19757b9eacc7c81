import { PASSWORD_RULES } from '../../../../lib/session/password-rules.ts'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import type { RegistrationForm } from './use-registration.ts'

/** Fields of the company's first administrator. */
export function RegistrationPerson({ form }: { form: RegistrationForm }) {
  const { person, password, errors } = form
  return (
    <>
      <TextField
        label="ФИО"
        required
        name="name"
        autoComplete="name"
        maxLength={200}
        value={person.full_name}
        onValueChange={(full_name) => form.changePerson({ full_name })}
        error={errors.fields['person.full_name']}
      />
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <TextField
          label="Электронная почта"
          required
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={254}
          hint="По ней вы будете входить: на неё придёт ссылка"
          value={person.email}
          onValueChange={(email) => form.changePerson({ email })}
          error={errors.fields['person.email']}
        />
        <TextField
          label="Телефон"
          required
          name="tel"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          value={person.phone}
          onValueChange={(phone) => form.changePerson({ phone })}
          error={errors.fields['person.phone']}
        />
      </div>
      <PasswordField
        label="Пароль"
        required
        name="password"
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        value={password}
        onValueChange={form.changePassword}
        error={errors.fields['password']}
      />
    </>
  )
}
