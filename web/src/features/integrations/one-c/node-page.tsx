import { ONE_C_MASTERS, oneCRoutes, type OneCAccess, type OneCNode } from '@artikul/contract/integrations/one-c'
import { counted } from '@artikul/contract/core/plural'
import { IconArrowLeft, IconKey, IconSettings } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useHasRight } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { Documents } from './documents.tsx'
import { Goods } from './goods.tsx'
import { Mappings } from './mappings.tsx'
import { NodeState, NodeTags } from './node-card.tsx'
import { Objects } from './objects.tsx'
import { ONE_C_KEYS, type OneCProps } from './one-c.api.ts'
import { exchangeAddress, OneCSteps } from './one-c-steps.tsx'
import { Orders } from './orders.tsx'
import { Reading } from './reading.tsx'
import { Sessions } from './sessions.tsx'

const NodeDialog = lazyWindow(() => import('./node-dialog.tsx'))

interface Props extends OneCProps {
  node: OneCNode
  onAccess: (access: OneCAccess) => void
}

/** One base of 1C: its state, and tabs with everything that was exchanged. */
export function NodePage({ node, search, onChange, onAccess }: Props) {
  const mayWrite = useHasRight('administrator')
  const [isOpen, setOpen] = useState(false)
  const view = search.view ?? 'mapping'
  /** 1C has called the portal, or the portal reads it. */
  const isInTouch = node.last_exchange_at !== null || node.reads_odata
  const content = { node, search, onChange, mayWrite }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button icon={<IconArrowLeft size={16} />} onClick={() => onChange({})}>
          Все базы
        </Button>
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <PasswordButton node={node} onAccess={onAccess} />
            <Button icon={<IconSettings size={16} />} onClick={() => setOpen(true)}>
              Настроить
            </Button>
          </div>
        )}
      </div>
      <Panel
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {node.name} <NodeTags node={node} />
          </span>
        }
      >
        <NodeState node={node} onOpen={(next) => onChange({ node_id: node.id, view: next })} />
      </Panel>
      {!isInTouch && <FirstSteps node={node} />}
      {mayWrite && node.is_trial && isInTouch && <TrialNotice node={node} />}
      {mayWrite && node.held_count > 0 && <RemovalNotice node={node} />}
      <Tabs
        label="Обмен с базой"
        value={view}
        onValueChange={(next) => onChange({ node_id: node.id, view: next })}
        tabs={[
          { value: 'mapping', label: 'Сопоставление', content: <Mappings {...content} /> },
          { value: 'goods', label: 'Товары', content: <Goods {...content} /> },
          { value: 'documents', label: 'Документы', content: <Documents {...content} /> },
          { value: 'orders', label: 'Заказы', content: <Orders {...content} /> },
          { value: 'reading', label: 'Чтение по OData', content: <Reading {...content} /> },
          { value: 'objects', label: 'Покупатели и договоры', content: <Objects {...content} /> },
          { value: 'sessions', label: 'Сеансы', content: <Sessions {...content} /> },
        ]}
      />
      <Masters />
      <Suspense>{isOpen && <NodeDialog node={node} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const FirstSteps = ({ node }: { node: OneCNode }) => (
  <Panel title="1С ещё не обращалась к порталу">
    <p className="mb-3 text-sm">
      Адрес: <code className="break-all">{exchangeAddress()}</code>, логин: <code>{node.login}</code>
    </p>
    <OneCSteps />
  </Panel>
)

function TrialNotice({ node }: { node: OneCNode }) {
  const update = useApiMutation(oneCRoutes.update, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: 'Обмен включён' }),
    onError: toastRefusal('Обмен не включён'),
  })
  const { version, name, default_brand, directions, is_paused, loss_percent } = node
  const body = { version, name, default_brand, directions, is_paused, loss_percent, is_trial: false }
  return (
    <Notice tone="warn">
      Пробный режим: присланное видно ниже и в проверках «Прайс-листов», но ничего не меняет.{' '}
      <Button size="sm" busy={update.isPending} onClick={() => update.mutate({ params: { id: node.id }, body })}>
        Включить обмен
      </Button>
    </Notice>
  )
}

function RemovalNotice({ node }: { node: OneCNode }) {
  const remove = useApiMutation(oneCRoutes.confirmRemoval, {
    invalidates: ONE_C_KEYS,
    onSuccess: () => toast({ severity: 'success', summary: 'Товары сняты с продажи' }),
    onError: toastRefusal('Товары не сняты'),
  })
  const goods = counted(node.held_count, 'товара', 'товаров', 'товаров')
  return (
    <Notice tone="warn">
      В последней полной выгрузке нет {goods} с остатком: это больше порога {node.loss_percent} %, и они остались в
      продаже.{' '}
      <Button size="sm" busy={remove.isPending} onClick={() => remove.mutate({ params: { id: node.id } })}>
        Снять с продажи
      </Button>
    </Notice>
  )
}

function PasswordButton({ node, onAccess }: Pick<Props, 'node' | 'onAccess'>) {
  const renew = useApiMutation(oneCRoutes.renewPassword, {
    invalidates: ONE_C_KEYS,
    onSuccess: onAccess,
    onError: toastRefusal('Пароль не изменён'),
  })
  const press = async () => {
    const text = 'Прежний пароль перестанет действовать: до замены в 1С обмена не будет.'
    if (await confirm({ title: 'Выдать новый пароль?', text })) renew.mutate({ params: { id: node.id } })
  }
  return (
    <Button icon={<IconKey size={16} />} busy={renew.isPending} onClick={() => void press()}>
      Новый пароль
    </Button>
  )
}

/** Source of truth by field. */
const Masters = () => (
  <details className="text-sm">
    <summary className="cursor-pointer text-text-2">Кто главный, если данные расходятся</summary>
    <ul className="mt-2 flex flex-col gap-1">
      {ONE_C_MASTERS.map(({ field, master }) => (
        <li key={field}>
          {field}: <b>{master}</b>
        </li>
      ))}
    </ul>
  </details>
)
