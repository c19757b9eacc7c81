import { can, isContractorUser } from '@artikul/contract/core/roles'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { personalDataRoutes } from '@artikul/contract/identity/personal-data'
import { useSession } from '../../../lib/session/current-session.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { chooseTheme, useThemeChoice } from '../../../lib/browser/theme.ts'
import { buttonClass, Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { saveBlob } from '../../../lib/api/download.ts'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { ApiKeys } from './api-keys.tsx'
import { Webhooks } from './webhooks.tsx'
import { Substitute } from './substitute.tsx'
import { EmailLinks } from './email-links.tsx'
import { NotificationChoices } from './notifications.tsx'
import { OnBehalf } from './on-behalf.tsx'
import { OwnData } from './own-data.tsx'
import { Recipients } from './email-recipients.tsx'
import { Devices } from './devices.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

const route = getRouteApi('/profile')

type Tab = 'data' | 'deputy' | 'security' | 'sessions' | 'notifications' | 'theme' | 'behalf' | 'api'

export default function ProfilePage() {
  const { user } = useSession()
  if (!user) return null
  return <Profile user={user} />
}

function Profile({ user }: { user: CurrentUser }) {
  const { contractor } = useSession()
  const { tab } = route.useSearch()
  // Fixed when the page opens, so that setting up the second factor does not switch the tab.
  const [usual] = useState<Tab>(user.must_set_second_factor ? 'security' : 'data')
  const navigate = route.useNavigate()
  const own = (section: ReactNode) =>
    user.impersonated_by ? <Notice>От имени клиента это недоступно</Notice> : section
  const tabs: { value: Tab; label: string; content: ReactNode }[] = [
    {
      value: 'data',
      label: 'Мои данные',
      // The form restarts from the values that the server stored.
      content: (
        <div className="flex flex-col gap-4">
          <OwnData key={`${user.full_name} ${user.phone} ${user.email}`} user={user} />
          {!user.impersonated_by && <PersonalData />}
        </div>
      ),
    },
    { value: 'security', label: 'Безопасность', content: own(<Security user={user} />) },
    { value: 'sessions', label: 'Сессии', content: own(<Sessions />) },
    {
      value: 'notifications',
      label: 'Уведомления',
      content: own(
        <div className="flex flex-col gap-4">
          <NotificationChoices key={contractor?.id} />
          <Devices />
          {contractor && can(rolesOf(user), 'email_recipients:manage') && <Recipients key={contractor.id} />}
        </div>,
      ),
    },
    { value: 'theme', label: 'Оформление', content: <Theme /> },
  ]
  if (isContractorUser(rolesOf(user))) {
    tabs.push({ value: 'behalf', label: 'Действия менеджеров', content: <OnBehalf /> })
  }
  if (contractor && can(rolesOf(user), 'api_keys:manage'))
    tabs.push({
      value: 'api',
      label: 'API и вебхуки',
      content: own(
        <div key={contractor.id} className="flex flex-col gap-4">
          <ApiKeys />
          <Webhooks />
        </div>,
      ),
    })
  if (can(rolesOf(user), 'contractors:manage'))
    tabs.push({ value: 'deputy', label: 'Замещение', content: <Substitute /> })
  return (
    <>
      <PageHeader title="Профиль" subtitle={`Логин: ${user.login}`} />
      <div className="mb-3 flex flex-col gap-3 empty:hidden">
        {user.must_set_second_factor && (
          <Notice tone="warn">Включите второй фактор: без него остальные страницы для вас закрыты.</Notice>
        )}
        {!user.impersonated_by && <EmailLinks />}
      </div>
      <Tabs
        label="Разделы профиля"
        value={tabs.some(({ value }) => value === tab) ? (tab ?? usual) : usual}
        onValueChange={(next) =>
          void navigate({ search: (all) => ({ ...all, tab: next, page: undefined }), replace: true })
        }
        tabs={tabs}
      />
    </>
  )
}

function Security({ user }: { user: CurrentUser }) {
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <Panel title="Пароль">
        <p className="mb-3 text-sm text-text-2">После смены пароля остальные ваши сессии закончатся.</p>
        <Link to="/change-password" className={buttonClass()}>
          Сменить пароль
        </Link>
      </Panel>
      <SecondFactor user={user} />
    </div>
  )
}

function Theme() {
  return (
    <Panel title="Оформление" className="max-w-xl">
      <RadioGroup
        label="Тема"
        items={[
          { value: 'light', label: 'Светлая' },
          { value: 'dark', label: 'Тёмная' },
          { value: 'system', label: 'Как в системе' },
        ]}
        value={useThemeChoice()}
        onValueChange={chooseTheme}
      />
    </Panel>
  )
}

/** Exports all personal data stored about the user (152-ФЗ, ст. 14). */
function PersonalData() {
  const file = useApiMutation(personalDataRoutes.own, {
    onSuccess: (blob) => saveBlob(blob, 'Мои данные.zip'),
    onError: toastRefusal('Файл не скачан'),
  })
  return (
    <Panel title="Что портал о вас хранит" className="max-w-xl">
      <p className="mb-3 text-sm text-text-2">
        Учётная запись, компании и права, сессии, согласия, письма, заказы, сообщения, настройки и журнал действий –
        архив таблиц XLSX. Чтобы данные обезличили, обратитесь к менеджеру.
      </p>
      <Button busy={file.isPending} onClick={() => file.mutate()}>
        Скачать мои данные
      </Button>
    </Panel>
  )
}
