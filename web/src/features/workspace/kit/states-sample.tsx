import { networkError } from '../../../lib/api/api-error.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { ChangeList } from '../../../ui/text/changes.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { FilterTag } from '../../../ui/fields/filter-field.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { CountBadge, Tag } from '../../../ui/text/tag.tsx'

const TONES = ['neutral', 'accent', 'brand', 'success', 'warn', 'info'] as const

export function StatesSample() {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {TONES.map((tone) => (
          <Tag key={tone} tone={tone}>
            {tone}
          </Tag>
        ))}
        <CountBadge count={12} label="строк" />
        <FilterTag label="Компания: ООО «Автотехцентр»" onRemove={() => undefined} />
        <Money kop={123456} />
        <Money kop={null} />
        <Spinner />
      </div>
      <Breadcrumbs items={[{ label: 'Заказы', to: '/orders' }, { label: '26-000123' }]} />
      <Notice>Прайс-лист обновляется</Notice>
      <Notice tone="warn">До отсечки рейса 16:00 осталось 24 мин</Notice>
      <ChangeList
        items={[
          { field: 'Видит цены', before: 'да', after: 'нет' },
          { field: 'Телефон', before: null, after: '+7 (999) 123-45-67' },
        ]}
      />
      <Panel title="Панель">
        <DefinitionList
          items={[
            ['Продавец', 'ООО «Торговый дом»'],
            ['Договор', '№ 17 от 12.01.2026'],
          ]}
        />
      </Panel>
      <SkeletonRows count={3} />
      <EmptyState title="В корзине пусто" text="Найдите деталь по артикулу и добавьте предложение." />
      <ErrorState error={networkError()} onRetry={() => undefined} />
    </div>
  )
}
