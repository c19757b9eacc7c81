import { SETUP_STEPS, setupRoutes, type SetupStep } from '@artikul/contract/workspace/setup'
import { counted } from '@artikul/contract/core/plural'
import { IconCircleCheck, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useHasRight, useHasRole } from '../../../lib/session/current-session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'

interface StepWords {
  why: string
  act: string
  to: Pick<LinkProps, 'to' | 'search' | 'hash'>
}

const STEPS: Record<SetupStep, StepWords> = {
  second_factor: {
    why: 'Один пароль крадут чаще всего: код из приложения закрывает вход чужому.',
    act: 'Включить',
    to: { to: '/profile' },
  },
  portal: {
    why: 'Название стоит в шапке, письмах и документах; цвет — на кнопках и ссылках. Лишние страницы можно скрыть.',
    act: 'Назвать портал',
    to: { to: '/settings', search: { tab: 'portal' } },
  },
  seller: {
    why: 'Реквизиты, налоговый режим и счёт: от имени этой компании выставляются счета и УПД.',
    act: 'Добавить компанию',
    to: { to: '/settings', search: { tab: 'sellers' } },
  },
  mail: {
    why: 'Приглашения, счета и ответы покупателям уходят через почтовый сервер вашего домена.',
    act: 'Задать сервер',
    to: { to: '/settings', search: { tab: 'mail-server' } },
  },
  delivery: {
    why: 'Из рейсов и времени «заказать до» считается дата, которую видит покупатель.',
    act: 'Добавить зону',
    to: { to: '/settings', search: { tab: 'zones' } },
  },
  warehouse: {
    why: 'Свой склад: отсечка, срок и возврат. Склады партнёров появятся с их прайс-листами.',
    act: 'Добавить склад',
    to: { to: '/settings', search: { tab: 'sources' } },
  },
  price_group: {
    why: 'Наценка к закупке, по которой покупатель видит свою цену.',
    act: 'Добавить колонку цен',
    to: { to: '/price-conditions', search: { tab: 'groups' } },
  },
  prices: {
    why: 'Файл из 1С или Excel: столбцы портал определит сам и спросит о непонятном.',
    act: 'Загрузить прайс-лист',
    to: { to: '/settings', search: { tab: 'price-lists' } },
  },
  buyer: {
    why: 'Компания, договор и приглашение сотруднику. После этого он может заказывать.',
    act: 'Добавить покупателя',
    to: { to: '/contractors' },
  },
}

const stepsQuery = query(setupRoutes.steps, {}, { select: ({ steps }) => steps })

/** Steps from an empty portal to the first order, each left and returned to at any time. */
export function SetupSteps() {
  const mayWrite = useHasRight('administrator')
  const { data, error, refetch } = useQuery(stepsQuery)
  const skip = useApiMutation(setupRoutes.skip, { invalidates: ['setup'] })
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={8} />
  const left = data.filter((one) => !one.is_done && !one.is_skipped)
  return (
    <Panel
      flush
      title={left.length === 0 ? 'Портал настроен' : `Осталось ${counted(left.length, 'шаг', 'шага', 'шагов')}`}
    >
      <ol className="divide-y divide-hairline">
        {data.map(({ step, is_done: isDone, is_skipped: isSkipped }) => (
          <li key={step} className="flex flex-wrap items-start gap-3 px-4 py-3">
            <StepIcon isDone={isDone} isSkipped={isSkipped} />
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">
                {SETUP_STEPS[step]}
                <span className="sr-only">{isDone ? ', сделано' : isSkipped ? ', пропущено' : ''}</span>
              </p>
              <p className="text-sm text-text-2">{STEPS[step].why}</p>
            </div>
            {!isDone && (
              <div className="flex flex-wrap gap-2">
                {mayWrite && (
                  <Button
                    size="sm"
                    look="ghost"
                    onClick={() => skip.mutate({ body: { step, is_skipped: !isSkipped } })}
                    aria-label={`${isSkipped ? 'Вернуть' : 'Пропустить'}: ${SETUP_STEPS[step]}`}
                  >
                    {isSkipped ? 'Вернуть' : 'Пропустить'}
                  </Button>
                )}
                <Link
                  {...STEPS[step].to}
                  className={buttonClass({ size: 'sm', look: step === left[0]?.step ? 'primary' : 'default' })}
                >
                  {STEPS[step].act}
                </Link>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function StepIcon({ isDone, isSkipped }: { isDone: boolean; isSkipped: boolean }) {
  const Icon = isDone ? IconCircleCheck : isSkipped ? IconCircleMinus : IconCircleDashed
  return <Icon size={20} aria-hidden="true" className={isDone ? 'mt-0.5 text-success' : 'mt-0.5 text-text-3'} />
}

/** Line above «Мой день» while steps are left. */
export function SetupReminder() {
  const { data = [] } = useQuery({ ...stepsQuery, enabled: useHasRole('ArtikulOrderManager') })
  const left = data.filter((one) => !one.is_done && !one.is_skipped)
  const [first] = left
  if (!first) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-hairline bg-surface px-4 py-3">
      <p>
        Настройка портала: {counted(left.length, 'шаг остался', 'шага осталось', 'шагов осталось')}. Следующий —{' '}
        {SETUP_STEPS[first.step].toLowerCase()}.
      </p>
      <Link to="/settings" search={{ tab: 'setup' }} className={buttonClass({ size: 'sm' })}>
        Продолжить настройку
      </Link>
    </div>
  )
}
