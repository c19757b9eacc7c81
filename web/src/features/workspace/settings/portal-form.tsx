import {
  PORTAL_PAGES,
  PortalFields,
  portalSettingsRoutes,
  type PortalPage,
  type PortalSettings,
} from '@artikul/contract/platform/portal-settings'
import { keysOf } from '@artikul/contract/core/keys'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { showPortal } from '../../../lib/page/portal.ts'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { ColorField } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'
import { asHexColor, PortalPreview } from './portal-preview.tsx'

/** Name, colour and public pages of the portal. */
export function PortalForm() {
  const { data, error, refetch } = useQuery(query(portalSettingsRoutes.get, {}))
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={8} />
  // Saved settings are a new draft.
  return <Editor key={data.version} settings={data} />
}

const ABOUT: Partial<Record<PortalPage, string>> = {
  home: 'Без неё посетитель попадает сразу на вход',
  news: 'Вместе с лентой RSS',
  rospart: '«Роспарт»: если своего бренда нет, скройте',
  api: 'Покупатели с ключами API его тоже не найдут',
}

function Editor({ settings }: { settings: PortalSettings }) {
  const mayWrite = useHasRight('administrator')
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm({
    defaultValues: {
      name: settings.name ?? '',
      color: settings.color ?? '',
      hidden_pages: settings.hidden_pages,
    },
  })
  const save = useApiMutation(portalSettingsRoutes.save, { invalidates: ['portal-settings', 'setup'] })
  const name = draft.name.trim()
  const submit = () => {
    const typed = { name: name === '' ? null : name, color: draft.color === '' ? null : draft.color }
    const fields = checked(PortalFields, { ...draft, ...typed })
    if (!fields) return
    save.mutate(
      { body: { version: settings.version, ...fields } },
      {
        onSuccess: () => {
          showPortal({
            name: fields.name ?? settings.default_name,
            color: fields.color,
            hiddenPages: fields.hidden_pages,
          })
          toast({ severity: 'success', summary: 'Портал изменён', detail: 'Посетители увидят это сразу' })
        },
        onError: (error) => refuse(error, ['name', 'color']),
      },
    )
  }
  const show = (page: PortalPage, isShown: boolean) =>
    change({
      hidden_pages: isShown
        ? draft.hidden_pages.filter((one) => one !== page)
        : keysOf(PORTAL_PAGES).filter((one) => one === page || draft.hidden_pages.includes(one)),
    })
  return (
    <Panel>
      <Form label="Название и вид портала" onSubmit={submit} error={errors.form}>
        <div className="grid items-start gap-x-8 gap-y-5 xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-3.5">
            <TextField
              label="Название"
              name="name"
              maxLength={60}
              autoComplete="off"
              placeholder={settings.default_name}
              disabled={!mayWrite}
              hint={`В шапке, письмах и документах. Пусто — «${settings.default_name}», как задано на сервере.`}
              {...field('name')}
            />
            <LogoField logo={settings.logo} mayWrite={mayWrite} />
            <ColorField disabled={!mayWrite} {...field('color')} />
          </div>
          <PortalPreview
            name={name === '' ? settings.default_name : name}
            color={asHexColor(draft.color)}
            logo={settings.logo}
          />
        </div>
        <Pages hidden={draft.hidden_pages} disabled={!mayWrite} onShow={show} />
        {mayWrite ? (
          <div>
            <Button type="submit" look="primary" busy={save.isPending} disabled={!isDirty || save.isPending}>
              Сохранить
            </Button>
          </div>
        ) : (
          <p className="text-text-2">Название и вид меняет администратор портала.</p>
        )}
        {settings.changed_at !== null && (
          <p className="text-sm text-text-2">
            Изменено {moment(settings.changed_at)}
            {settings.changed_by !== null && `, ${settings.changed_by}`}
          </p>
        )}
      </Form>
    </Panel>
  )
}

interface PagesProps {
  hidden: readonly PortalPage[]
  disabled: boolean
  onShow: (page: PortalPage, isShown: boolean) => void
}

function Pages({ hidden, disabled, onShow }: PagesProps) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">Страницы, которые видят все</legend>
      <p className="mt-1 text-xs text-text-2">
        Скрытой страницы нет в меню и в поиске, по её адресу — «Страница не найдена». Тексты сохраняются. Правовые
        документы видны всегда.
      </p>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {keysOf(PORTAL_PAGES).map((page) => {
          const isHidden = hidden.includes(page)
          return (
            <li key={page} className="flex items-center justify-between gap-3 border-b border-hairline py-2">
              <div className="min-w-0">
                <Switch
                  label={PORTAL_PAGES[page]}
                  checked={!isHidden}
                  disabled={disabled}
                  onCheckedChange={(isShown) => onShow(page, isShown)}
                />
                {ABOUT[page] && <p className="ml-11 text-xs text-text-2">{ABOUT[page]}</p>}
              </div>
              {isHidden && <Tag>Скрыта</Tag>}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
