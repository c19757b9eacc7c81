import {
  MailRuleFields,
  mailboxRoutes,
  type MailRule,
  type UnmatchedEmail,
} from '@artikul/contract/suppliers/mailboxes'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { priceListWarehousesQuery } from './price-lists.api.ts'
import { MAIL_KEYS } from './mail.api.ts'

interface Props {
  /** `null` for a new rule. */
  rule: MailRule | null
  /** Email that a new rule is created for; null: none. */
  letter: UnmatchedEmail | null
  onClose: () => void
}

const emailText = ({ subject, file_names: files }: UnmatchedEmail) =>
  `Письмо «${subject}»${files.length > 0 ? `, файлы: ${files.join(', ')}` : ''}. После сохранения портал прочитает его ещё раз.`

const draftOf = (rule: MailRule | null, letter: UnmatchedEmail | null) => ({
  warehouse_id: rule?.warehouse_id ?? null,
  sender: rule?.sender ?? letter?.sender ?? '',
  subject: rule?.subject ?? '',
  file_mask: rule?.file_mask ?? '',
})
type Draft = ReturnType<typeof draftOf>

/** Rule that assigns attached files to a warehouse by sender, subject and file name. */
export function MailRuleDialog({ rule, letter, onClose }: Props) {
  const { draft, errors, change, isDirty, checked, refuse } = useForm({ defaultValues: draftOf(rule, letter) })
  const save = useMutation({
    mutationFn: (fields: MailRuleFields): Promise<unknown> =>
      rule
        ? call(mailboxRoutes.updateRule, { params: { id: rule.id }, body: { rule: fields } })
        : call(mailboxRoutes.createRule, { body: { rule: fields, letter_id: letter?.id ?? null } }),
    onSettled: useInvalidate(...MAIL_KEYS),
  })
  const submit = () => {
    const missing = draft.warehouse_id === null ? { warehouse_id: 'Выберите склад' } : {}
    const fields = checked(MailRuleFields, draft, missing)
    if (!fields) return
    save.mutate(fields, {
      onSuccess: () => {
        toast({ severity: 'success', summary: rule ? 'Правило изменено' : 'Правило добавлено' })
        onClose()
      },
      onError: (error) =>
        refuse(
          error,
          Object.keys(draft).map((field) => `rule.${field}`),
        ),
    })
  }
  return (
    <FormDialog
      side
      title={rule ? 'Правило' : 'Новое правило'}
      {...(letter && { description: emailText(letter) })}
      submit={rule ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <Fields draft={draft} errors={errors.fields} onChange={change} />
      <Notice>
        Адрес отправителя можно подделать. Письма, которые сервер почты счёл поддельными (SPF, DMARC), портал не берёт,
        а прайс-лист со странными ценами остановят пороги склада из «Приёма прайс-листов».
      </Notice>
    </FormDialog>
  )
}

interface FieldsProps {
  draft: Draft
  errors: Readonly<Record<string, string>>
  onChange: (typed: Partial<Draft>) => void
}

function Fields({ draft, errors, onChange }: FieldsProps) {
  const { data: stock } = useQuery(priceListWarehousesQuery)
  const errorOf = (field: keyof Draft) => errors[field] ?? errors[`rule.${field}`]
  return (
    <>
      <TextField
        label="Отправитель"
        hint="Адрес price@example.ru или все адреса домена: @example.ru"
        required
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={draft.sender}
        onValueChange={(sender) => onChange({ sender: sender.trim() })}
        error={errorOf('sender')}
      />
      <TextField
        label="Слова в теме"
        hint="Все сразу. Любая тема, если не заполнено."
        maxLength={200}
        autoComplete="off"
        value={draft.subject}
        onValueChange={(subject) => onChange({ subject })}
        error={errorOf('subject')}
      />
      <TextField
        label="Имя файла"
        hint="Звёздочка — любые знаки, вопрос — один: price*.xlsx. Любой прайс-лист письма, если не заполнено."
        maxLength={100}
        autoComplete="off"
        value={draft.file_mask}
        onValueChange={(file_mask) => onChange({ file_mask })}
        error={errorOf('file_mask')}
      />
      <SearchSelect
        label="Склад"
        required
        items={(stock?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.warehouse_id}
        onValueChange={(warehouse_id) => onChange({ warehouse_id })}
        error={errorOf('warehouse_id')}
      />
    </>
  )
}
