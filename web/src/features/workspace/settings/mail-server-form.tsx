import { mailServerRoutes, MailServerFields, type MailServer } from '@artikul/contract/platform/mail-server'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'

const SECURITIES = [
  { value: 'tls', label: 'TLS, обычно порт 465' },
  { value: 'starttls', label: 'STARTTLS, обычно порт 587' },
] as const

export function MailServerForm() {
  const { data, error, refetch } = useQuery(query(mailServerRoutes.get, {}))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={6} />
  if (data.origin === 'environment') return <OfEnvironment server={data} />
  // A saved server is a new draft.
  return <Editor key={data.version} server={data} />
}

function OfEnvironment({ server }: { server: MailServer }) {
  return (
    <Panel title="Почта настроена">
      <p>
        Письма уходят через {server.host}:{server.port} от имени {server.sender}.
      </p>
      <p className="mt-2 text-text-2">
        Сервер задан в окружении: SMTP_URL и MAIL_FROM. Чтобы менять его здесь, уберите их и перезапустите портал.
      </p>
    </Panel>
  )
}

/** Fields as typed; a cleared port is null. */
type Draft = Omit<MailServerFields, 'port' | 'password'> & { port: number | null; password: string }

function Editor({ server }: { server: MailServer }) {
  const mayWrite = useHasRight('administrator')
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm<Draft>({
    defaultValues: {
      host: server.host,
      port: server.port,
      is_tls: server.is_tls,
      login: server.login,
      password: '',
      sender: server.sender,
    },
  })
  const save = useApiMutation(mailServerRoutes.save, { invalidates: ['mail-server', 'setup'] })
  const submit = () => {
    const fields = checked(MailServerFields, { ...draft, password: draft.password === '' ? null : draft.password })
    if (!fields) return
    save.mutate(
      { body: { version: server.version, ...fields } },
      {
        onSuccess: () => toast({ severity: 'success', summary: 'Почтовый сервер сохранён', detail: fields.host }),
        onError: (error) => refuse(error),
      },
    )
  }
  const text = (name: 'host' | 'login' | 'sender', maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    disabled: !mayWrite,
    ...field(name),
  })
  return (
    <Panel>
      <Form label="Почтовый сервер" className="max-w-xl" onSubmit={submit} error={errors.form}>
        {server.origin === 'none' && (
          <p className="text-text-2">
            Пока сервера нет, письма хранятся в портале и не уходят. Данные даёт почтовый хостинг вашего домена.
          </p>
        )}
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-[1fr_8rem]">
          <TextField {...text('host', 253)} label="Сервер" required placeholder="smtp.example.ru" />
          <NumberField label="Порт" required min={1} disabled={!mayWrite} {...field('port')} />
        </div>
        <RadioGroup
          label="Защита"
          items={SECURITIES}
          value={draft.is_tls ? 'tls' : 'starttls'}
          onValueChange={(value) => change({ is_tls: value === 'tls' })}
        />
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
          <TextField {...text('login', 200)} label="Логин" />
          <PasswordField
            label="Пароль"
            hint={server.has_password ? 'Сохранён. Пусто — не менять.' : undefined}
            autoComplete="new-password"
            {...field('password')}
          />
        </div>
        <TextField {...text('sender', 200)} label="Отправитель" required placeholder="Портал <noreply@example.ru>" />
        {mayWrite ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" busy={save.isPending}>
              Сохранить
            </Button>
            {server.origin === 'screen' && <TestLetter disabled={isDirty} />}
          </div>
        ) : (
          <p className="text-text-2">Почту меняет администратор портала.</p>
        )}
        {server.changed_at !== null && (
          <p className="text-sm text-text-2">
            Изменено {moment(server.changed_at)}
            {server.changed_by !== null && `, ${server.changed_by}`}
          </p>
        )}
      </Form>
    </Panel>
  )
}

function TestLetter({ disabled }: { disabled: boolean }) {
  const test = useApiMutation(mailServerRoutes.test, {
    onSuccess: () =>
      toast({ severity: 'success', summary: 'Пробное письмо отправлено', detail: 'Проверьте свой почтовый ящик' }),
    onError: (error) => toast({ severity: 'error', summary: 'Письмо не отправлено', detail: messageOf(error) }),
  })
  return (
    <Button busy={test.isPending} disabled={disabled || test.isPending} onClick={() => test.mutate(undefined)}>
      Отправить пробное письмо
    </Button>
  )
}
