import {
  NEW_TARGET,
  ODATA_STATES,
  ODATA_STORED,
  oneCOdataRoutes,
  type OdataObject,
  type OdataStored,
  type OdataState,
} from '@artikul/contract/integrations/one-c-odata'
import { ONE_C_DIRECTIONS } from '@artikul/contract/integrations/one-c'
import { keysOf } from '@artikul/contract/core/keys'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import type { NodeTabProps } from './node-tab.ts'
import { NewCompanies } from './new-companies.tsx'
import { LIVE, ONE_C_KEYS } from './one-c.api.ts'
import { WaitingFilter } from './waiting-filter.tsx'

const TONES: Record<OdataState, Tone> = { applied: 'success', waiting: 'warn', idle: 'neutral', gone: 'neutral' }

/** An agreement has no counterpart on the portal: it sets the price columns of contracts. */
const AGREEMENT_STATES: Record<OdataState, string> = {
  ...ODATA_STATES,
  applied: 'Применено',
  waiting: 'Ждёт решения',
  idle: 'Не применяется',
}

const stateText = ({ kind, state }: OdataObject) => (kind === 'agreement' ? AGREEMENT_STATES : ODATA_STATES)[state]

type Match = (object: OdataObject, target: number | typeof NEW_TARGET | null) => void

const columns = (onMatch: Match | null): readonly Column<OdataObject>[] => [
  {
    id: 'name',
    header: 'В 1С',
    lead: true,
    words: true,
    cell: ({ name, details }) => (
      <>
        <span className="font-semibold">{name}</span>
        {details !== '' && <span className="block text-text-2">{details}</span>}
      </>
    ),
  },
  {
    id: 'state',
    header: 'Статус',
    words: true,
    cell: (object) => (
      <>
        <Tag tone={TONES[object.state]}>{stateText(object)}</Tag>
        {object.reason !== '' && <span className="mt-0.5 block text-text-2">{object.reason}</span>}
      </>
    ),
  },
  { id: 'target', header: 'На портале', words: true, cell: ({ target }) => target?.name },
  ...(onMatch
    ? [
        {
          id: 'acts',
          header: 'Сопоставление',
          cell: (object: OdataObject) => <Acts object={object} onMatch={onMatch} />,
        },
      ]
    : []),
]

/** Kinds that a person can match; the others follow from them. */
const isMatchable = (kind: OdataStored): kind is 'company' | 'contract' => kind === 'company' || kind === 'contract'

function Acts({ object, onMatch }: { object: OdataObject; onMatch: Match }) {
  const { kind, name, target, proposals, state } = object
  if (target)
    return (
      <Button size="sm" look="ghost" aria-label={`Снять: ${name}`} onClick={() => onMatch(object, null)}>
        Снять
      </Button>
    )
  if (state === 'gone') return null
  return (
    <span className="flex flex-wrap gap-1">
      {proposals.map((one) => (
        <Button
          key={one.id}
          size="sm"
          className="h-auto! min-h-7 py-1 text-left whitespace-normal!"
          aria-label={`${one.name}: сопоставить с «${name}»`}
          onClick={() => onMatch(object, one.id)}
        >
          {one.name}
        </Button>
      ))}
      {kind === 'contract' && state === 'waiting' && (
        <Button
          size="sm"
          look="ghost"
          aria-label={`Создать на портале: ${name}`}
          onClick={() => onMatch(object, NEW_TARGET)}
        >
          Создать на портале
        </Button>
      )}
    </span>
  )
}

const UNREAD_AGREEMENTS = `Соглашения не читаются. Включите «${ONE_C_DIRECTIONS.agreements}»: «Настроить», «Что передаётся».`
const UNREAD =
  'Покупатели сопоставляются по ИНН и КПП, договоры — по номеру и дате. Подключите чтение на соседней вкладке.'

/** Companies, contracts, agreements, УПД and corrections that were read from 1C, and what they are on the portal. */
export function Objects({ node, search, onChange, mayWrite }: NodeTabProps) {
  const { page, page_size, q, waiting, object_kind: kind = 'company' } = search
  const list = useQuery(
    pageQuery(
      oneCOdataRoutes.objects,
      {
        params: { id: node.id },
        query: { page, page_size, q, kind, ...(waiting && { state: 'waiting' as const }) },
      },
      LIVE,
    ),
  )
  const { mutate } = useApiMutation(oneCOdataRoutes.match, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: 'Сопоставление сохранено' }),
    onError: toastRefusal('Не сопоставлено'),
  })
  const shown = useMemo(() => {
    const match: Match = ({ kind: of, external_id }, target) => {
      if (isMatchable(of)) mutate({ params: { id: node.id }, body: { kind: of, external_id, target } })
    }
    return columns(mayWrite && isMatchable(kind) ? match : null)
  }, [mutate, node.id, mayWrite, kind])
  const isFiltered = q !== undefined || waiting === true
  // Agreements are not read by default.
  const isUnread = kind === 'agreement' && !node.directions.includes('agreements')
  return (
    <>
      {node.directions.includes('companies_out') && <NewCompanies node={node} mayWrite={mayWrite} />}
      <div className="mb-3 w-full sm:w-60">
        <Select
          label="Что показать"
          items={keysOf(ODATA_STORED).map((one) => ({ value: one, label: ODATA_STORED[one] }))}
          value={kind}
          onValueChange={(next) => onChange({ node_id: node.id, view: 'objects', object_kind: next ?? undefined })}
        />
      </div>
      {isUnread && list.data !== undefined && list.data.results.length > 0 && (
        <p className="mb-3 text-sm text-text-2">{UNREAD_AGREEMENTS} Ниже показано прочитанное раньше.</p>
      )}
      <WaitingFilter
        {...{ node, search, onChange }}
        text="Название, номер или ИНН"
        waiting={kind === 'agreement' ? 'Только ждущие решения' : 'Только несопоставленные'}
      />
      <PagedPanel
        label={ODATA_STORED[kind]}
        columns={shown}
        query={list}
        rowId={({ external_id: id }) => id}
        empty={
          <EmptyState
            title={isFiltered ? 'Ничего не найдено' : 'Из 1С ещё ничего не прочитано'}
            text={isFiltered ? 'Измените условия поиска.' : isUnread ? UNREAD_AGREEMENTS : UNREAD}
          />
        }
        search={search}
        onChange={(next) => onChange({ ...search, ...next })}
      />
    </>
  )
}
