import { BackgroundWork } from './background-work.tsx'
import { Emails } from './emails.tsx'
import { Environment } from './environment.tsx'
import { Journal } from './journal.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { PortalForm } from './portal-form.tsx'
import type { Desk } from './settings.api.ts'
import { SetupSteps } from './setup-steps.tsx'
import { WorkCalendar } from './work-calendar.tsx'
import { Zones } from './zones.tsx'

/** Sections of the settings that belong to no other feature. */
export const OWN_DESKS: readonly Desk[] = [
  { value: 'setup', label: 'Настройка портала', about: 'первый запуск шаги начало', Content: SetupSteps },
  {
    value: 'portal',
    label: 'Название и вид',
    about: 'имя портала цвет бренд контраст публичные страницы новости о компании контакты api скрыть',
    Content: PortalForm,
  },
  { value: 'zones', label: 'Зоны доставки', about: 'рейсы отсечка заказать до', Content: Zones },
  {
    value: 'calendar',
    label: 'Рабочий календарь',
    about: 'выходные праздники',
    Content: ({ search, onChange }) => <WorkCalendar year={search.year} onYearChange={(year) => onChange({ year })} />,
  },
  {
    value: 'mail-server',
    label: 'Почтовый сервер',
    about: 'smtp письма отправитель пробное письмо',
    Content: MailServerForm,
  },
  { value: 'mail', label: 'Исходящая почта', about: 'письма очередь не отправлено', Content: Emails },
  { value: 'work', label: 'Фоновые задачи', about: 'очереди ошибки резервная копия', Content: BackgroundWork },
  {
    value: 'environment',
    label: 'Окружение',
    about: 'переменные запуск секреты база данных порт',
    isForAdministrators: true,
    Content: Environment,
  },
  {
    value: 'journal',
    label: 'Журнал действий',
    about: 'аудит кто изменил входы',
    isForAll: true,
    Content: Journal,
  },
]
