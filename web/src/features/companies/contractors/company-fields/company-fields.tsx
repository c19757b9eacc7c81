import type { ReactNode } from 'react'
import { isProprietorDraft, type CompanyDraft } from '../../../../lib/queries/company-draft.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'

interface Props {
  draft: CompanyDraft
  change: (fields: Partial<CompanyDraft>) => void
  /** Errors by field name. */
  errors: Readonly<Record<string, string>>
  /** Content below ИНН: the choice of a branch. */
  afterInn?: ReactNode
  innHint?: ReactNode
  /** Locks names and numbers: those of an active company are changed by its manager. */
  identityLocked?: boolean
  contactsLocked?: boolean
}

const PAIR = 'grid gap-x-4 gap-y-3.5 sm:grid-cols-2'

/** Fields of a company's requisites, shared by all of its forms. */
export function CompanyFields(props: Props) {
  const { draft, change, errors, afterInn, innHint, identityLocked = false } = props
  const sole = isProprietorDraft(draft)
  const field = (name: keyof CompanyDraft, maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    disabled: identityLocked,
    value: draft[name],
    onValueChange: (text: string) => change({ [name]: text }),
    error: errors[name],
  })
  return (
    <>
      <div className={PAIR}>
        <TextField {...field('inn', 20)} label="ИНН" required inputMode="numeric" hint={innHint} />
        {!sole && (
          <TextField {...field('kpp', 15)} label="КПП" required autoCapitalize="characters" spellCheck={false} />
        )}
      </div>
      {afterInn}
      <TextField
        {...field('name', 200)}
        label="Наименование"
        required
        hint={!identityLocked && 'Короткое: ООО «Ромашка»'}
      />
      <TextField {...field('full_name', 500)} label="Полное наименование" required />
      <div className={PAIR}>
        <TextField {...field('ogrn', 20)} label={sole ? 'ОГРНИП' : 'ОГРН'} inputMode="numeric" />
        <TextField {...field('okpo', 15)} label="ОКПО" inputMode="numeric" />
      </div>
      <ContactFields {...props} />
    </>
  )
}

function ContactFields({ draft, change, errors, contactsLocked = false }: Props) {
  const field = (name: keyof CompanyDraft, maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    disabled: contactsLocked,
    value: draft[name],
    onValueChange: (text: string) => change({ [name]: text }),
    error: errors[name],
  })
  return (
    <>
      <TextField {...field('address', 500)} label="Юридический адрес" required />
      <TextField {...field('actual_address', 500)} label="Фактический адрес" hint="Если отличается от юридического" />
      <div className={PAIR}>
        <TextField {...field('director_title', 100)} label="Должность руководителя" />
        <TextField {...field('director', 200)} label="Руководитель" hint="Фамилия, имя и отчество" />
        <TextField {...field('phone', 30)} label="Телефон компании" type="tel" inputMode="tel" />
        <TextField {...field('email', 254)} label="Почта компании" type="email" inputMode="email" />
      </div>
    </>
  )
}
