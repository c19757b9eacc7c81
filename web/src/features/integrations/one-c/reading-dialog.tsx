import {
  ODATA_KINDS,
  ODATA_PRESETS,
  OdataSettings,
  oneCOdataRoutes,
  type OdataConnection,
  type OdataKind,
  type OdataMapping,
} from '@artikul/contract/integrations/one-c-odata'
import { keysOf } from '@artikul/contract/core/keys'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { ONE_C_KEYS } from './one-c.api.ts'

interface Props {
  nodeId: number
  connection: OdataConnection | null
  onClose: () => void
}

const EVERY_MINUTES = 15

const newConnection = () => ({
  version: null,
  url: '',
  login: '',
  is_on: true,
  every_minutes: EVERY_MINUTES,
  reads_from: `${todayIso().slice(0, 4)}-01-01`,
  exchange_plan: '',
  preset: null,
  overrides: {},
})

type Settings = Pick<OdataConnection, Exclude<keyof OdataSettings, 'password' | 'version'>>

const draftOf = (settings: Settings & { version: number | null }) => ({
  version: settings.version,
  url: settings.url,
  login: settings.login,
  password: '',
  is_on: settings.is_on,
  every_minutes: settings.every_minutes as number | null,
  reads_from: settings.reads_from as string | null,
  exchange_plan: settings.exchange_plan,
  preset: settings.preset,
  overrides: settings.overrides,
})

/** Settings of reading a base over OData. */
export default function ReadingDialog({ nodeId, connection, onClose }: Props) {
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm({
    defaultValues: draftOf(connection ?? newConnection()),
    paths: { url: ['url', 'password'], login: ['login', 'password'] },
  })
  const save = useApiMutation(oneCOdataRoutes.save, { invalidates: ONE_C_KEYS })
  const submit = () => {
    const body = checked(OdataSettings, draft)
    if (!body) return
    save.mutate(
      { params: { id: nodeId }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Сохранено, соединение проверяется' })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  }
  return (
    <FormDialog
      side
      title="Чтение 1С по OData"
      description="Портал обращается к опубликованной базе и только читает её."
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField
        label="Адрес базы"
        hint="Тот же, что в браузере: https://1c.example.ru/ut"
        required
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        {...field('url')}
      />
      <TextField
        label="Пользователь 1С"
        required
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        {...field('login')}
      />
      <PasswordField
        label="Пароль"
        hint={
          connection
            ? 'Сохранён и не показывается. Введите новый, чтобы заменить.'
            : 'Хранится зашифрованным и не показывается.'
        }
        required={connection === null}
        autoComplete="new-password"
        {...field('password')}
      />
      <NumberField label="Читать каждые, минут" required {...field('every_minutes')} />
      <DateField label="УПД и корректировки с даты" required {...field('reads_from')} />
      <TextField
        label="План обмена"
        hint="Имя плана с узлом портала, при нескольких узлах «План/код». Без плана при каждом чтении сверяются версии всех объектов."
        maxLength={150}
        autoComplete="off"
        {...field('exchange_plan')}
      />
      <Select
        label="Конфигурация"
        placeholder="Определить по базе"
        items={keysOf(ODATA_PRESETS).map((preset) => ({ value: preset, label: ODATA_PRESETS[preset] }))}
        {...field('preset')}
      />
      <Overrides
        overrides={draft.overrides}
        resolved={connection?.resolved?.mapping ?? {}}
        onChange={(overrides) => change({ overrides })}
      />
      <Checkbox label="Чтение включено" checked={draft.is_on} onCheckedChange={(is_on) => change({ is_on })} />
    </FormDialog>
  )
}

interface OverridesProps {
  overrides: OdataMapping
  /** Names in use, shown where nothing is typed. */
  resolved: OdataMapping
  onChange: (overrides: OdataMapping) => void
}

/** Names of objects and properties that differ from the configuration. */
function Overrides({ overrides, resolved, onChange }: OverridesProps) {
  const change = (kind: OdataKind, typed: { entity?: string; fields?: Record<string, string> }) => {
    const known = overrides[kind] ?? { entity: '', fields: {} }
    onChange({ ...overrides, [kind]: { ...known, ...typed, fields: { ...known.fields, ...typed.fields } } })
  }
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-text-2">Сопоставление полей: если в базе другие названия</summary>
      <div className="mt-2 flex flex-col gap-2">
        {keysOf(ODATA_KINDS).map((kind) => (
          <KindFields
            key={kind}
            kind={kind}
            own={overrides[kind]}
            used={resolved[kind]}
            onChange={(typed) => change(kind, typed)}
          />
        ))}
      </div>
    </details>
  )
}

type Names = OdataMapping[OdataKind]

interface KindProps {
  kind: OdataKind
  own: Names
  used: Names
  onChange: (typed: { entity?: string; fields?: Record<string, string> }) => void
}

const NOT_READ = 'не читается'

function KindFields({ kind, own, used, onChange }: KindProps) {
  const { name, fields } = ODATA_KINDS[kind] as { name: string; fields: Record<string, string> }
  const shared = { maxLength: 150, autoComplete: 'off', spellCheck: false } as const
  return (
    <details className="rounded-md border border-hairline px-3 py-2">
      <summary className="cursor-pointer">
        {name}
        <span className="text-text-2"> · {own?.entity || used?.entity || NOT_READ}</span>
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <TextField
          label={`${name}: объект 1С`}
          className="sm:col-span-2"
          placeholder={used?.entity ?? NOT_READ}
          value={own?.entity ?? ''}
          onValueChange={(entity) => onChange({ entity: entity.trim() })}
          {...shared}
        />
        {Object.entries(fields).map(([field, label]) => (
          <TextField
            key={field}
            label={label.replace(/\*$/, '')}
            placeholder={used?.fields[field] || NOT_READ}
            value={own?.fields[field] ?? ''}
            onValueChange={(path) => onChange({ fields: { [field]: path.trim() } })}
            {...shared}
          />
        ))}
      </div>
    </details>
  )
}
