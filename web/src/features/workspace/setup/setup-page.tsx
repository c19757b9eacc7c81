import { FirstAdministrator, setupRoutes } from '@artikul/contract/workspace/setup'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../../lib/api/api-error.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { session } from '../../../lib/session/current-session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'

const EMPTY = { code: '', full_name: '', email: '', phone: '', password: '' }

/** Creates the first administrator of an empty portal, who goes on with the steps of the settings. */
export default function SetupPage() {
  const { data, error, refetch } = useQuery(query(setupRoutes.state, {}))
  return (
    <div className="mx-auto mt-4 w-full max-w-lg md:mt-10">
      <h1 className="mb-4 text-xl font-semibold">Настройка портала</h1>
      {!data ? (
        <QueryFallback error={error} onRetry={refetch} rows={6} />
      ) : data.is_needed ? (
        <AdministratorForm mayFillDemo={data.may_fill_demo} />
      ) : (
        <Panel title="Портал уже настроен">
          <p className="mb-3">Первый администратор создан. Остальные шаги — в его настройках.</p>
          <Link to="/login" className={buttonClass({ look: 'primary' })}>
            Войти
          </Link>
        </Panel>
      )}
    </div>
  )
}

function AdministratorForm({ mayFillDemo }: { mayFillDemo: boolean }) {
  const { draft, errors, field, checked, refuse } = useForm({ defaultValues: EMPTY })
  const create = useApiMutation(setupRoutes.createAdministrator)
  const submit = () => {
    const body = checked(FirstAdministrator, draft)
    if (!body) return
    create.mutate(
      { body: { ...draft, phone: body.phone } },
      {
        // The guard leads a signed-in manager on to the steps.
        onSuccess: () => void session.login({ login: draft.email, password: draft.password }),
        onError: (error) => refuse(error),
      },
    )
  }
  const text = (name: keyof typeof EMPTY, maxLength: number) => ({ ...field(name), name, maxLength, required: true })
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Первый администратор">
        <Form label="Первый администратор" onSubmit={submit} error={errors.form}>
          <TextField
            {...text('code', 20)}
            label="Код из журнала сервера"
            hint="Сервер напечатал его при запуске: «Код для первого администратора»."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField {...text('full_name', 200)} label="Фамилия, имя и отчество" autoComplete="name" />
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <TextField {...text('email', 254)} label="Электронная почта" type="email" autoComplete="username" />
            <TextField {...text('phone', 30)} label="Телефон" type="tel" inputMode="tel" autoComplete="tel" />
          </div>
          <PasswordField
            label="Пароль"
            required
            hint="Не короче 10 символов."
            autoComplete="new-password"
            {...field('password')}
          />
          <Button type="submit" look="primary" busy={create.isPending}>
            Создать администратора
          </Button>
        </Form>
      </Panel>
      {mayFillDemo && <Demo code={draft.code} />}
    </div>
  )
}

/** Offers the demonstration in place of an own company. */
function Demo({ code }: { code: string }) {
  const fill = useApiMutation(setupRoutes.fillDemo, {
    onError: (error) => toast({ severity: 'error', summary: 'Данные не созданы', detail: messageOf(error) }),
  })
  return (
    <Panel title="Сначала посмотреть">
      {fill.data ? (
        <>
          <p>Готово. Пароль у всех один: {fill.data.password}</p>
          <ul className="mt-2 list-disc pl-5">
            {fill.data.logins.map((login) => (
              <li key={login}>{login}</li>
            ))}
          </ul>
          <a href="/login" className={buttonClass({ look: 'primary' }, 'mt-3')}>
            Войти
          </a>
        </>
      ) : (
        <>
          <p className="mb-3 text-text-2">
            Портал заполнится вымышленным поставщиком: товары, покупатели, год заказов. Займёт до минуты.
          </p>
          <Button
            busy={fill.isPending}
            disabled={fill.isPending || code.trim() === ''}
            onClick={() => fill.mutate({ body: { code } })}
          >
            Заполнить демонстрационными данными
          </Button>
          {code.trim() === '' && <p className="mt-1 text-xs text-text-2">Сначала введите код из журнала сервера.</p>}
        </>
      )}
    </Panel>
  )
}
