import {
  ODATA_PRESETS,
  ODATA_STORED,
  oneCOdataRoutes,
  type OdataConnection,
  type OdataFinding,
  type OdataStored,
} from '@artikul/contract/integrations/one-c-odata'
import { keysOf } from '@artikul/contract/core/keys'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPlugConnected, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { LIVE, ONE_C_KEYS } from './one-c.api.ts'

const ReadingDialog = lazyWindow(() => import('./reading-dialog.tsx'))

/** Reading of the base by the portal: settings, report of the check, last read. */
export function Reading({ node, onChange, mayWrite }: NodeTabProps) {
  const { data, error, refetch } = useQuery(query(oneCOdataRoutes.get, { params: { id: node.id } }, LIVE))
  const [isOpen, setOpen] = useState(false)
  if (!data) return <QueryFallback error={error} onRetry={refetch} rows={6} />
  const { connection } = data
  const setUp = mayWrite && (
    <Button look={connection ? 'default' : 'primary'} icon={<IconSettings size={16} />} onClick={() => setOpen(true)}>
      {connection ? 'Настроить чтение' : 'Подключить чтение'}
    </Button>
  )
  return (
    <>
      {connection ? (
        <Connected
          connection={connection}
          nodeId={node.id}
          mayWrite={mayWrite}
          setUp={setUp}
          onOpen={(kind) => onChange({ node_id: node.id, view: 'objects', object_kind: kind })}
        />
      ) : (
        <EmptyState
          icon={<IconPlugConnected size={32} stroke={1.5} />}
          title="Портал эту базу не читает"
          text="По OData портал сам берёт из 1С договоры с лимитами и отсрочками, долги по срокам, номера УПД и корректировок: «Обмен с сайтом» их не передаёт."
          action={setUp}
        />
      )}
      <Suspense>
        {isOpen && <ReadingDialog nodeId={node.id} connection={connection} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

interface ConnectedProps {
  connection: OdataConnection
  nodeId: number
  mayWrite: boolean
  setUp: ReactNode
  onOpen: (kind: OdataStored) => void
}

function Connected({ connection, nodeId, mayWrite, setUp, onOpen }: ConnectedProps) {
  const { report, checked_at: checkedAt, failure, is_on: isOn } = connection
  return (
    <div className="flex flex-col gap-4">
      {failure !== '' && <Notice tone="warn">Последнее чтение не удалось. {failure}.</Notice>}
      <Panel
        title="Чтение по OData"
        actions={
          <div className="flex flex-wrap gap-2">
            {mayWrite && isOn && <Acts nodeId={nodeId} isBusy={connection.is_busy} />}
            {setUp}
          </div>
        }
      >
        <Facts connection={connection} onOpen={onOpen} />
      </Panel>
      <Panel title={checkedAt === null ? 'Соединение ещё не проверено' : `Проверка соединения, ${moment(checkedAt)}`}>
        {report.length === 0 ? (
          <p className="text-sm text-text-2">Отчёт появится здесь после проверки: обычно в течение минуты.</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {report.map((finding) => (
              <Finding key={finding.text} finding={finding} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

const ICONS = { ok: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX } as const
const ICON_TONES = { ok: 'text-success', warning: 'text-warn', error: 'text-accent' } as const
const LEVELS = { ok: 'В порядке', warning: 'Предупреждение', error: 'Ошибка' } as const

function Finding({ finding: { level, text, advice } }: { finding: OdataFinding }) {
  const Icon = ICONS[level]
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} className={`mt-0.5 flex-none ${ICON_TONES[level]}`} aria-label={LEVELS[level]} role="img" />
      <span className="min-w-0 break-words">
        {text}
        {advice !== '' && <span className="block text-text-2">Что сделать: {advice}</span>}
      </span>
    </li>
  )
}

function Facts({ connection, onOpen }: Pick<ConnectedProps, 'connection' | 'onOpen'>) {
  const {
    url,
    login,
    is_on: isOn,
    resolved,
    read_at: readAt,
    next_read_at: next,
    every_minutes: minutes,
    waiting,
  } = connection
  const total = keysOf(ODATA_STORED).reduce((sum, kind) => sum + waiting[kind], 0)
  return (
    <DefinitionList
      items={[
        [
          'Адрес',
          <span key="url" className="break-all">
            {url}
          </span>,
        ],
        ['Пользователь 1С', login],
        ['Конфигурация', resolved ? ODATA_PRESETS[resolved.preset] : 'не определена'],
        [
          'Изменения',
          connection.exchange_plan === '' ? 'по версиям объектов' : `план обмена «${connection.exchange_plan}»`,
        ],
        ['Последнее чтение', readAt === null ? 'ещё не было' : moment(readAt)],
        ['Следующее', isOn ? `${moment(next)}, каждые ${minutes} мин` : <Tag key="off">Выключено</Tag>],
        [
          'Не сопоставлено',
          total === 0 ? (
            'ничего'
          ) : (
            <span key="waiting" className="flex flex-wrap gap-x-3">
              {keysOf(ODATA_STORED).map(
                (kind) =>
                  waiting[kind] > 0 && (
                    <button key={kind} type="button" className="quiet-link" onClick={() => onOpen(kind)}>
                      {ODATA_STORED[kind]}: {waiting[kind]}
                    </button>
                  ),
              )}
            </span>
          ),
        ],
      ]}
    />
  )
}

function Acts({ nodeId, isBusy }: { nodeId: number; isBusy: boolean }) {
  const check = useApiMutation(oneCOdataRoutes.check, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: 'Проверка начата: отчёт появится ниже' }),
    onError: toastRefusal('Проверка не начата'),
  })
  const read = useApiMutation(oneCOdataRoutes.readNow, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: 'Чтение начато' }),
    onError: toastRefusal('Чтение не начато'),
  })
  const params = { id: nodeId }
  return (
    <>
      <Button busy={check.isPending} disabled={isBusy} onClick={() => check.mutate({ params })}>
        {isBusy ? 'Идёт проверка или чтение' : 'Проверить соединение'}
      </Button>
      <Button busy={read.isPending} disabled={isBusy} onClick={() => read.mutate({ params })}>
        Прочитать сейчас
      </Button>
    </>
  )
}
