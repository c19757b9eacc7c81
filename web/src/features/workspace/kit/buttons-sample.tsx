import { IconDownload, IconPrinter, IconShoppingCartPlus, IconTrash } from '@tabler/icons-react'
import { Article } from '../../../ui/text/article.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { ThemeToggle } from '../../../ui/theme-toggle.tsx'

const LOOKS = ['primary', 'default', 'soft', 'ghost', 'danger'] as const

export function ButtonsSample() {
  return (
    <div className="flex flex-col gap-3">
      {[false, true].map((disabled) => (
        <div key={String(disabled)} className="flex flex-wrap gap-2">
          {LOOKS.map((look) => (
            <Button key={look} look={look} disabled={disabled}>
              {look}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button busy>Отправка</Button>
        <Button look="primary" busy>
          Оформить заказ
        </Button>
        <Button size="sm">Маленькая</Button>
        <Button icon={<IconDownload size={16} />}>PDF</Button>
        <IconButton label="Печать" icon={<IconPrinter size={18} />} />
        <IconButton label="Удалить" icon={<IconTrash size={18} />} disabled />
        <IconButton label="В корзину" look="soft" size="row" icon={<IconShoppingCartPlus size={16} />} />
        <ThemeToggle />
      </div>
      <p className="flex items-center gap-1 text-sm">
        <Article>5320-3501090-10</Article>
        <CopyButton text="5320-3501090-10" />
        <Article className="ml-3">K20O028-I3</Article>
        <Money kop={2745035} className="ml-auto font-semibold" />
      </p>
    </div>
  )
}
