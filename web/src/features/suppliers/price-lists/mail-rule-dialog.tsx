import {
  MailRuleFields,
  mailboxRoutes,
  type MailRule,
  type UnmatchedEmail,
} from '@artikul/contract/suppliers/mailboxes'
import { useQuery, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
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

const Body = z.object({ rule: MailRuleFields })
const PATHS = {
  warehouse_id: 'rule.warehouse_id',
  sender: 'rule.sender',
  subject: 'rule.subject',
  file_mask: 'rule.file_mask',
}

/** Rule that assigns attached files to a warehouse by sender, subject and file name. */
export function MailRuleDialog({ rule, letter, onClose }: Props) {
  const { draft, errors, field, isDirty, checked, refuse } = useForm({
    defaultValues: draftOf(rule, letter),
    paths: PATHS,
  })
  const save = useMutation({
    mutationFn: (body: z.output<typeof Body>): Promise<unknown> =>
      rule
        ? call(mailboxRoutes.updateRule, { params: { id: rule.id }, body })
        : call(mailboxRoutes.createRule, { body: { ...body, letter_id: letter?.id ?? null } }),
    onSettled: useInvalidate(...MAIL_KEYS),
  })
  const submit = () => {
    const missing = { 'rule.warehouse_id': draft.warehouse_id === null && 'Выберите склад' }
    const body = checked(Body, { rule: draft }, missing)
    if (!body) return
    save.mutate(body, {
      onSuccess: () => {
        toast({ severity: 'success', summary: rule ? 'Правило изменено' : 'Правило добавлено' })
        onClose()
      },
      onError: (error) => refuse(error),
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
      <Fields field={field} />
      <Notice>
        Адрес отправителя можно подделать. Письма, которые сервер почты счёл поддельными (SPF, DMARC), портал не берёт,
        а прайс-лист со странными ценами остановят пороги склада из «Приёма прайс-листов».
      </Notice>
    </FormDialog>
  )
}

function Fields({ field }: Pick<ReturnType<typeof useForm<Draft>>, 'field'>) {
  const { data: stock } = useQuery(priceListWarehousesQuery)
  const sender = field('sender')
  return (
    <>
      <TextField
        label="Отправитель"
        hint="Адрес price@example.ru или все адреса домена: @example.ru"
        required
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        {...sender}
        onValueChange={(typed) => sender.onValueChange(typed.trim())}
      />
      <TextField
        label="Слова в теме"
        hint="Все сразу. Любая тема, если не заполнено."
        maxLength={200}
        autoComplete="off"
        {...field('subject')}
      />
      <TextField
        label="Имя файла"
        hint="Звёздочка — любые знаки, вопрос — один: price*.xlsx. Любой прайс-лист письма, если не заполнено."
        maxLength={100}
        autoComplete="off"
        {...field('file_mask')}
      />
      <SearchSelect
        label="Склад"
        required
        items={(stock?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...field('warehouse_id')}
      />
    </>
  )
}
