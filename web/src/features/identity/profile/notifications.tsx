import {
  DIGEST_HOURS,
  MAIL_WAYS,
  topicsOf,
  type EmailDelivery,
  type NotificationSettings,
  type TopicChoice,
} from '@artikul/contract/workspace/notification-settings'
import { notificationRoutes } from '@artikul/contract/workspace/notifications'
import { isStaff } from '@artikul/contract/core/roles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RowSelect } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

const settingsQuery = query(
  notificationRoutes.settings,
  {},
  // Choices must not change while they are edited.
  { staleTime: Infinity, refetchOnMount: 'always' },
)
const WAYS = (Object.entries(MAIL_WAYS) as [EmailDelivery, string][]).map(([value, label]) => ({ value, label }))

/** Notification choices of the user for the current company, on screen and by email. */
export function NotificationChoices() {
  const { contractor, user } = useSession()
  const { data, error, refetch } = useQuery(settingsQuery)
  const forStaff = isStaff(rolesOf(user))
  if (!forStaff && !contractor) return <Panel title="Уведомления">Выберите компанию в шапке страницы.</Panel>
  return (
    <Panel title={contractor ? `Уведомления: ${contractor.name}` : 'Уведомления'} className="max-w-3xl">
      {data ? <Choices saved={data} forStaff={forStaff} /> : <QueryFallback error={error} onRetry={refetch} rows={6} />}
    </Panel>
  )
}

function useSaving() {
  const refresh = useInvalidate('notifications')
  return useApiMutation(notificationRoutes.saveSettings, {
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Уведомления сохранены' })
      void refresh()
    },
    onError: toastRefusal('Не сохранено'),
  })
}

function Choices({ saved, forStaff }: { saved: NotificationSettings; forStaff: boolean }) {
  const [topics, setTopics] = useState(saved.topics)
  const [hours, setHours] = useState(saved.hours)
  const { mutate, isPending } = useSaving()
  const known = new Map(topicsOf(forStaff))
  const change = (topic: TopicChoice['topic'], patch: Partial<TopicChoice>) =>
    setTopics((all) => all.map((one) => (one.topic === topic ? { ...one, ...patch } : one)))
  const toggle = (hour: number, isOn: boolean) =>
    setHours((all) => (isOn ? [...all, hour].toSorted((a, b) => a - b) : all.filter((one) => one !== hour)))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ body: { topics, hours } })
      }}
    >
      <ul className="flex flex-col">
        {topics.map((choice) => (
          <Choice
            key={choice.topic}
            label={known.get(choice.topic)?.label ?? ''}
            hasNoLetters={known.get(choice.topic)?.hasNoLetters}
            choice={choice}
            onChange={(patch) => change(choice.topic, patch)}
          />
        ))}
      </ul>
      <fieldset className="mt-4">
        <legend className="mb-1 text-sm font-semibold">Сводка приходит (Москва)</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {DIGEST_HOURS.map((hour) => (
            <Checkbox
              key={hour}
              label={`в ${hour}:00`}
              checked={hours.includes(hour)}
              onCheckedChange={(isOn) => toggle(hour, isOn)}
            />
          ))}
        </div>
        {hours.length === 0 && (
          <p role="alert" className="mt-1 text-sm text-accent">
            Выберите хотя бы один час
          </p>
        )}
      </fieldset>
      <Button type="submit" look="primary" className="mt-4" busy={isPending} disabled={isPending || hours.length === 0}>
        Сохранить
      </Button>
    </form>
  )
}

interface ChoiceProps {
  label: string
  hasNoLetters: boolean | undefined
  choice: TopicChoice
  onChange: (patch: Partial<TopicChoice>) => void
}

const Choice = ({ label, hasNoLetters, choice, onChange }: ChoiceProps) => (
  <li className="grid items-center gap-x-4 gap-y-1 border-b border-hairline py-2 sm:grid-cols-[1fr_9rem_11rem]">
    <span className="font-medium">{label}</span>
    <Switch label="На экране" checked={choice.on_screen} onCheckedChange={(isOn) => onChange({ on_screen: isOn })} />
    {choice.mail === null ? (
      <span className="text-sm text-text-2">{hasNoLetters ? 'Без писем' : 'Письмо приходит сразу'}</span>
    ) : (
      <RowSelect
        label={`Письмом: ${label}`}
        items={WAYS}
        value={choice.mail}
        onValueChange={(mail) => onChange({ mail: mail ?? 'none' })}
      />
    )}
  </li>
)
