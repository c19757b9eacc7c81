import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/fields/form.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Steps } from '../../../../ui/steps.tsx'
import { ConfirmRegistration } from './confirm-registration.tsx'
import { ConsentBoxes } from './consent-boxes.tsx'
import { NewCompanyFields } from '../company-fields/new-company-fields.tsx'
import { RegistrationPerson } from './registration-person.tsx'
import { STEPS, useRegistration, type RegistrationForm, type Step } from './use-registration.ts'

const route = getRouteApi('/registration')

const TITLES: Record<Step, string> = { company: 'Компания', person: 'Контактное лицо', consent: 'Согласия' }

export default function RegistrationPage() {
  const { confirm } = route.useSearch()
  const navigate = route.useNavigate()
  const [token, setToken] = useState(confirm)
  useEffect(() => {
    if (confirm === undefined) return
    setToken(confirm)
    // Removes the secret from the browser history.
    void navigate({ search: {}, replace: true })
  }, [confirm, navigate])
  if (token !== undefined) return <ConfirmRegistration key={token} token={token} onAgain={() => setToken(undefined)} />
  return <NewRegistration />
}

function NewRegistration() {
  const form = useRegistration()
  const heading = useHeadingOfStep(form.step)
  if (form.isSent) return <Sent email={form.person.email.trim()} />
  return (
    <Frame title="Регистрация компании">
      <Steps label="Шаги регистрации" steps={STEPS.map((step) => TITLES[step])} current={STEPS.indexOf(form.step)} />
      <Panel className="mt-3">
        <StepForm form={form} heading={heading} />
      </Panel>
      <p className="mt-3 text-center text-sm text-text-2">
        Уже зарегистрированы?{' '}
        <Link to="/login" className="text-text underline underline-offset-2">
          Войти
        </Link>
      </p>
    </Frame>
  )
}

function StepForm({ form, heading }: { form: RegistrationForm; heading: RefObject<HTMLHeadingElement | null> }) {
  const { step, errors } = form
  return (
    <Form label={TITLES[step]} onSubmit={form.submit} error={errors.form}>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {TITLES[step]}
      </h2>
      {step === 'company' && (
        <NewCompanyFields
          form={form.company}
          errors={within('company.', errors.fields)}
          onChange={(names) => form.forget(names.map((name) => `company.${name}`))}
        />
      )}
      {step === 'person' && <RegistrationPerson form={form} />}
      {step === 'consent' && (
        <ConsentBoxes consents={form.consents} errors={errors.fields} onChange={(path) => form.forget([path])} />
      )}
      <div className="mt-1 flex flex-wrap justify-between gap-2">
        {step === 'company' ? <span /> : <Button onClick={form.back}>Назад</Button>}
        <Button type="submit" look="primary" busy={form.busy}>
          {step === 'consent' ? 'Зарегистрироваться' : 'Далее'}
        </Button>
      </div>
    </Form>
  )
}

const within = (prefix: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, text]) => [path.slice(prefix.length), text]),
  )

/** Focuses the heading of a new step, so that a screen reader announces it. */
function useHeadingOfStep(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus()
  }, [step])
  return heading
}

function Sent({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Frame>
      <Panel>
        {/* The message is identical for known and unknown addresses, so that it does not disclose registered users. */}
        <div className="flex flex-col gap-3">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
            Проверьте почту
          </h1>
          <p>
            Мы отправили письмо на <strong className="break-all">{email}</strong>. Откройте ссылку из него и подтвердите
            почту: после этого заявка уйдёт менеджеру.
          </p>
          <p className="text-sm text-text-2">Письма нет? Проверьте папку со спамом: оно приходит за несколько минут.</p>
          <Link to="/login" className={buttonClass({}, 'self-start')}>
            Перейти ко входу
          </Link>
        </div>
      </Panel>
    </Frame>
  )
}

const Frame = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="mx-auto mt-4 w-full max-w-2xl md:mt-8">
    {title && <h1 className="mb-3 text-xl font-semibold">{title}</h1>}
    {children}
  </div>
)
