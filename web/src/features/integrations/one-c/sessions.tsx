import {
  ONE_C_COUNTS,
  ONE_C_FILE_STATES,
  ONE_C_SESSION_KINDS,
  oneCRoutes,
  type OneCSession,
} from '@artikul/contract/integrations/one-c'
import { keysOf } from '@artikul/contract/core/keys'
import { counted } from '@artikul/contract/core/plural'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { pageQuery } from '../../../lib/api/query.ts'
import { moment } from '../../../lib/text/format.ts'
import { FileButton } from '../../../ui/files/file-button.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { LIVE } from './one-c.api.ts'
import { WaitingFilter } from './waiting-filter.tsx'

type File = OneCSession['files'][number]

const TONES: Record<File['state'], Tone> = {
  receiving: 'info',
  queued: 'info',
  importing: 'info',
  done: 'success',
  failed: 'accent',
}

const countsText = ({ counts }: File) =>
  keysOf(ONE_C_COUNTS)
    .flatMap((name) => {
      const count = counts[name] ?? 0
      return count > 0 ? [`${ONE_C_COUNTS[name].toLowerCase()}: ${formatQty(count)}`] : []
    })
    .join(', ')

function FileRow({ file }: { file: File }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="break-all">{file.name}</span>
      <Tag tone={TONES[file.state]}>{ONE_C_FILE_STATES[file.state]}</Tag>
      <span className="text-text-2">{countsText(file)}</span>
      {file.failure !== '' && <span className="basis-full text-accent">{file.failure}</span>}
      {file.has_content && (
        <FileButton
          name={file.name.split('/').at(-1) ?? file.name}
          label={`Скачать ${file.name}`}
          file={() => call(oneCRoutes.file, { params: { id: file.id } })}
        >
          Скачать
        </FileButton>
      )}
    </li>
  )
}

const orderText = ({ sent_orders: sent, confirmed_orders: confirmed }: OneCSession) =>
  sent === 0 ? null : `${counted(sent, 'заказ', 'заказа', 'заказов')} передано, подтверждено ${confirmed}`

const COLUMNS: readonly Column<OneCSession>[] = [
  {
    id: 'kind',
    header: 'Сеанс',
    lead: true,
    cell: ({ kind, started_at: at }) => (
      <>
        <span className="font-semibold">{ONE_C_SESSION_KINDS[kind]}</span>
        <span className="block text-text-2">{moment(at)}</span>
      </>
    ),
  },
  {
    id: 'steps',
    header: 'Что было',
    words: true,
    cell: (session) => (
      <div className="flex flex-col gap-1">
        {orderText(session) && <p>{orderText(session)}</p>}
        {session.files.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {session.files.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        ) : (
          session.sent_orders === 0 && <span className="text-text-2">Передавать было нечего</span>
        )}
      </div>
    ),
  },
]

/** Sessions of the exchange, step by step. */
export function Sessions({ node, search, onChange }: NodeTabProps) {
  const { page, page_size, waiting } = search
  const list = useQuery(
    pageQuery(
      oneCRoutes.sessions,
      {
        params: { id: node.id },
        query: { page, page_size, ...(waiting && { state: 'all' as const }) },
      },
      LIVE,
    ),
  )
  return (
    <>
      <WaitingFilter {...{ node, search, onChange }} waiting="Показать сеансы, в которых передавать было нечего" />
      <PagedPanel
        label="Сеансы обмена"
        columns={COLUMNS}
        query={list}
        rowId={({ id }) => String(id)}
        empty={
          <EmptyState
            title="Сеансов ещё не было"
            text="Здесь видно каждое обращение 1С: какие файлы пришли, что в них и что принято. Файлы хранятся 14 дней."
          />
        }
        search={search}
        onChange={(next) => onChange({ ...search, ...next })}
      />
    </>
  )
}
