import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { Menu } from '../../../ui/windows/menu.tsx'
import { Popover } from '../../../ui/windows/popover.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast, type Severity } from '../../../ui/hints/toast.ts'
import { Tooltip } from '../../../ui/hints/tooltip.tsx'
import { FieldsSample } from './fields-sample.tsx'

const SEVERITIES: readonly Severity[] = ['info', 'success', 'warn', 'error', 'secondary', 'contrast']

export function OverlaysSample() {
  const [open, setOpen] = useState<'centre' | 'side' | null>(null)
  const [tab, setTab] = useState<'lines' | 'history'>('lines')
  const ask = async () => {
    const yes = await confirm({ title: 'Убрать строку из корзины?', text: '04152-YZZA1, 4 шт.', dangerous: true })
    toast({ severity: 'info', summary: yes ? 'Да' : 'Нет' })
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setOpen('centre')}>Окно</Button>
        <Button onClick={() => setOpen('side')}>Окно сбоку</Button>
        <Button onClick={() => void ask()}>Вопрос</Button>
        <Popover trigger={<Button>Всплывающее</Button>} title="Прошлая закупка">
          12.10: 1 240 ₽
        </Popover>
        <Tooltip text="Скачать счёт файлом PDF">
          <Button>Подсказка</Button>
        </Tooltip>
        <Menu
          label="Действия"
          button={<IconDots size={18} />}
          buttonClass="grid size-8 place-items-center rounded-md text-text-2 hover:bg-group"
          items={[
            { label: 'Повторить', onSelect: () => undefined },
            { label: 'Выбрано', checked: true, onSelect: () => undefined },
            { label: 'Отменить заказ', dangerous: true, onSelect: () => undefined },
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {SEVERITIES.map((severity) => (
          <Button
            key={severity}
            size="sm"
            onClick={() =>
              toast({ severity, summary: 'Остаток изменился', detail: 'Доступно 12 шт. вместо 20', life: 0 })
            }
          >
            {severity}
          </Button>
        ))}
      </div>
      <Tabs
        label="Вкладки"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'lines', label: 'Строки', content: 'Строки заказа' },
          { value: 'history', label: 'История', content: 'История заказа' },
        ]}
      />
      <Dialog
        title="Оформление заказа"
        description="Будет создано 3 заказа"
        open={open !== null}
        side={open === 'side'}
        onClose={() => setOpen(null)}
        actions={
          <>
            <Button onClick={() => setOpen(null)}>Отмена</Button>
            <Button look="primary">Отправить заказ</Button>
          </>
        }
      >
        <FieldsSample />
      </Dialog>
    </div>
  )
}
