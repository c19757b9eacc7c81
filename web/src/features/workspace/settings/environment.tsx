import { environmentRoutes, type EnvironmentSetting } from '@artikul/contract/workspace/environment'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'

const valueText = ({ value, is_set: isSet }: EnvironmentSetting) =>
  value ?? (isSet ? 'Задано, не показываем' : 'Не задано')

const COLUMNS: readonly Column<EnvironmentSetting>[] = [
  { id: 'about', header: 'Что решает', lead: true, width: 'w-1/2', cell: ({ about }) => about },
  { id: 'value', header: 'Значение', cell: (setting) => <span className="break-all">{valueText(setting)}</span> },
  { id: 'name', header: 'Переменная', cell: ({ name }) => <code className="text-xs break-all">{name}</code> },
]

/** Settings that only the environment of the server changes, with their values in force. */
export function Environment() {
  const { data, error, refetch } = useQuery(
    query(environmentRoutes.list, {}, { select: ({ results }) => [...Map.groupBy(results, ({ group }) => group)] }),
  )
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={12} />
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-text-2">
        Эти настройки задают переменными окружения при запуске сервера: после изменения портал нужно перезапустить.
        Остальное меняют в других разделах.
      </p>
      {data.map(([group, settings]) => (
        <Panel key={group} flush title={group}>
          <DataTable label={group} columns={COLUMNS} rows={settings} rowId={({ name }) => name} />
        </Panel>
      ))}
    </div>
  )
}
