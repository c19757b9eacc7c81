import type { OneCNode } from '@artikul/contract/integrations/one-c'
import { counted } from '@artikul/contract/core/plural'
import { formatQty } from '@artikul/contract/core/money'
import type { ReactNode } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import type { NodeView } from './one-c.api.ts'

export function NodeTags({ node }: { node: OneCNode }) {
  if (node.is_paused) return <Tag>Приостановлен</Tag>
  if (node.is_trial) return <Tag tone="warn">Пробный режим</Tag>
  if (node.alarms.length > 0) return <Tag tone="accent">Сбой</Tag>
  return <Tag tone="success">Работает</Tag>
}

const orderText = ({ unconfirmed_orders: count, unconfirmed_since: since }: OneCNode) =>
  count === 0
    ? 'все подтверждены'
    : `${counted(count, 'не подтверждён', 'не подтверждено', 'не подтверждено')}${since === null ? '' : `, первый с ${moment(since)}`}`

const mappingText = ({ unmapped_count: count, goods_count: goods }: OneCNode) => {
  if (count > 0) return `не сопоставлено: ${count}`
  return goods === 0 ? 'ещё не пришли' : 'сопоставлены'
}

interface NodeStateProps {
  node: OneCNode
  onOpen: (view: NodeView) => void
}

/** Failures that staff were notified of, with what to do, and the figures of a node. */
export const NodeState = (props: NodeStateProps) => (
  <div className="flex flex-col gap-3">
    {props.node.alarms.map((text) => (
      <Notice key={text} tone="warn">
        {text}.
      </Notice>
    ))}
    <NodeFacts {...props} />
  </div>
)

/** Figures of a node, each with its list. */
function NodeFacts({ node, onOpen }: NodeStateProps) {
  const { goods_count: goods, unmatched_goods: unmatched, waiting_documents: documents } = node
  const { photos_count: photos, refused_pictures: refused } = node
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name="Наша компания">{node.seller}</Fact>
      <Fact name="Связь" onOpen={() => onOpen('reading')}>
        {node.reads_odata ? '1С вызывает портал, портал читает 1С' : '1С вызывает портал'}
      </Fact>
      <Fact name="Последний обмен">
        {node.last_exchange_at === null ? 'ещё не было' : moment(node.last_exchange_at)}
      </Fact>
      <Fact name="Заказы" onOpen={() => onOpen('orders')}>
        {orderText(node)}
      </Fact>
      <Fact name="Документы" onOpen={() => onOpen('documents')}>
        {documents === 0 ? 'все проведены' : `${counted(documents, 'ждёт', 'ждут', 'ждут')} решения`}
      </Fact>
      <Fact name="Товары" onOpen={() => onOpen('goods')}>
        {goods === 0
          ? 'ещё не пришли'
          : `${formatQty(goods)}${unmatched === 0 ? ', все сопоставлены' : `, не сопоставлено ${formatQty(unmatched)}`}`}
      </Fact>
      {(photos > 0 || refused > 0) && (
        <Fact name="Фото товаров" onOpen={() => onOpen('goods')}>
          {`принято ${formatQty(photos)}${refused === 0 ? '' : `, не принято ${formatQty(refused)}`}`}
        </Fact>
      )}
      <Fact name="Склады и типы цен" onOpen={() => onOpen('mapping')}>
        {mappingText(node)}
      </Fact>
    </dl>
  )
}

function Fact({ name, children, onOpen }: { name: string; children: ReactNode; onOpen?: () => void }) {
  return (
    <div className="min-w-0 text-sm">
      <dt className="text-xs text-text-2">{name}</dt>
      <dd className="break-words">
        {onOpen ? (
          <button type="button" className="text-left quiet-link" onClick={onOpen}>
            <span className="sr-only">{name}: </span>
            {children}
          </button>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}

/** One base of 1C in the list. */
export function NodeCard({ node, onOpen }: NodeStateProps) {
  return (
    <Panel
      title={
        <span className="inline-flex flex-wrap items-center gap-2">
          {node.name} <NodeTags node={node} />
        </span>
      }
      actions={
        <Button size="sm" aria-label={`Открыть: ${node.name}`} onClick={() => onOpen('mapping')}>
          Открыть
        </Button>
      }
    >
      <NodeState node={node} onOpen={onOpen} />
    </Panel>
  )
}
