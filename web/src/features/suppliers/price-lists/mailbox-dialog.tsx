import {
  MAIL_SECURITIES,
  MailboxPatch,
  MailboxTrial,
  NewMailbox,
  mailboxRoutes,
  type Mailbox,
  type MailSecurity,
} from '@artikul/contract/suppliers/mailboxes'
import { useMutation } from '@tanstack/react-query'
import { IconPlugConnected } from '@tabler/icons-react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { MAIL_KEYS } from './mail.api.ts'

const SECURITIES = Object.entries(MAIL_SECURITIES).map(([value, { label }]) => ({
  value: value as MailSecurity,
  label,
}))

const draftOf = (box: Mailbox | null) => ({
  host: box?.host ?? '',
  port: (box?.port ?? MAIL_SECURITIES.tls.port) as number | null,
  security: box?.security ?? 'tls',
  login: box?.login ?? '',
  password: '',
  folder: box?.folder ?? 'INBOX',
  is_on: box?.is_on ?? true,
})
type Draft = ReturnType<typeof draftOf>

interface Props {
  /** `null` for a new mailbox. */
  box: Mailbox | null
  onClose: () => void
}

/** Settings of a mailbox; the password is write-only. */
export function MailboxDialog({ box, onClose }: Props) {
  const { draft, errors, change, isDirty, checked, refuse } = useForm({
    defaultValues: draftOf(box),
    paths: {
      host: ['host', 'password'],
      port: ['port', 'password'],
      security: ['security', 'password'],
      login: ['login', 'password'],
    },
  })
  const save = useMutation({
    mutationFn: ({ password, ...fields }: Omit<MailboxPatch, 'version'>): Promise<unknown> =>
      box
        ? call(mailboxRoutes.update, { params: { id: box.id }, body: { version: box.version, ...fields, password } })
        : call(mailboxRoutes.create, { body: { ...fields, password: password ?? '' } }),
    onSettled: useInvalidate(...MAIL_KEYS),
  })
  const check = useApiMutation(mailboxRoutes.check, {
    onError: (error) => refuse(error),
  })
  const password = draft.password === '' && box ? null : draft.password
  const submit = () => {
    const fields = { ...draft, password }
    const sent = box ? checked(MailboxPatch, { version: box.version, ...fields }) : checked(NewMailbox, fields)
    if (!sent) return
    save.mutate(sent, {
      onSuccess: () => {
        toast({ severity: 'success', summary: box ? 'Ящик изменён' : 'Ящик добавлен', detail: sent.login })
        onClose()
      },
      onError: (error) => refuse(error),
    })
  }
  const tryOut = () => {
    const { is_on: _, ...access } = draft
    const trial = checked(MailboxTrial, { id: box?.id ?? null, ...access, password })
    if (trial) check.mutate({ body: trial })
  }
  return (
    <FormDialog
      side
      title={box ? 'Почтовый ящик' : 'Новый почтовый ящик'}
      submit={box ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
      acts={
        <Button icon={<IconPlugConnected size={16} />} busy={check.isPending} onClick={tryOut}>
          Проверить
        </Button>
      }
      below={<CheckResult check={check} />}
    >
      <Fields
        draft={draft}
        errors={errors.fields}
        isKnown={box !== null}
        onChange={(typed) => {
          check.reset()
          change(typed)
        }}
      />
    </FormDialog>
  )
}

interface FieldsProps {
  draft: Draft
  errors: Readonly<Record<string, string>>
  /** True when a password is stored. */
  isKnown: boolean
  onChange: (typed: Partial<Draft>) => void
}

function Fields({ draft, errors, isKnown, onChange }: FieldsProps) {
  const secure = (security: MailSecurity | null) => {
    if (!security) return
    const isUsual = draft.port === null || draft.port === MAIL_SECURITIES[draft.security].port
    onChange({ security, ...(isUsual && { port: MAIL_SECURITIES[security].port }) })
  }
  return (
    <>
      <TextField
        label="Сервер IMAP"
        hint="Например, imap.yandex.ru"
        required
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        value={draft.host}
        onValueChange={(host) => onChange({ host: host.trim() })}
        error={errors['host']}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <Select
          label="Защита соединения"
          items={SECURITIES}
          value={draft.security}
          onValueChange={secure}
          error={errors['security']}
        />
        <NumberField
          label="Порт"
          required
          min={1}
          max={65_535}
          format={{ useGrouping: false }}
          value={draft.port}
          onValueChange={(port) => onChange({ port })}
          error={errors['port']}
        />
      </div>
      {draft.security === 'none' && (
        <Notice tone="warn">Логин, пароль и письма пойдут открыто: только для сервера внутри своей сети.</Notice>
      )}
      <TextField
        label="Логин"
        required
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        value={draft.login}
        onValueChange={(login) => onChange({ login: login.trim() })}
        error={errors['login']}
      />
      <PasswordField
        label="Пароль"
        hint={
          isKnown
            ? 'Сохранён и не показывается. Введите новый, чтобы заменить.'
            : 'Многие почтовые службы просят отдельный пароль приложения.'
        }
        required={!isKnown}
        autoComplete="new-password"
        value={draft.password}
        onValueChange={(password) => onChange({ password })}
        error={errors['password']}
      />
      <TextField
        label="Папка"
        hint="INBOX — «Входящие»"
        required
        maxLength={200}
        autoComplete="off"
        value={draft.folder}
        onValueChange={(folder) => onChange({ folder })}
        error={errors['folder']}
      />
      <Switch label="Читать письма" checked={draft.is_on} onCheckedChange={(is_on) => onChange({ is_on })} />
    </>
  )
}

interface Checking {
  data: { is_ok: boolean; text: string } | undefined
  error: unknown
  isPending: boolean
}

function CheckResult({ check: { data, error, isPending } }: { check: Checking }) {
  return (
    <div role="status" className="mt-4">
      {isPending && <p className="text-sm text-text-2">Входим в ящик…</p>}
      {data && <Notice tone={data.is_ok ? 'info' : 'warn'}>{data.text}</Notice>}
      {error !== null && <Notice tone="warn">{messageOf(error)}</Notice>}
    </div>
  )
}
