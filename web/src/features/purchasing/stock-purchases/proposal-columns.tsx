import { formatQty } from '@artikul/contract/core/money'
import type { PurchaseProposal } from '@artikul/contract/purchasing/stock-purchases'
import { Link } from '@tanstack/react-router'
import { quantity } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { Article } from '../../../ui/text/article.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

const rounded = (value: number, digits: number) => value.toLocaleString('ru-RU', { maximumFractionDigits: digits })

export const proposalColumns = (onRule: (row: PurchaseProposal) => void): readonly Column<PurchaseProposal>[] => [
  {
    id: 'goods',
    header: 'Товар',
    lead: true,
    width: 'w-1/5',
    cell: ({ product, warehouse }) => (
      <span className="block max-lg:pr-8 lg:py-1.5">
        <Link to="/catalog/$code" params={{ code: product.code }} className="quiet-link">
          <span className="font-semibold">{product.brand}</span> <Article>{product.article}</Article>
        </Link>
        <span className="block text-xs text-text-2">{product.name}</span>
        <span className="block text-xs text-text-2">На склад «{warehouse.name}»</span>
      </span>
    ),
  },
  {
    id: 'demand',
    header: 'Спрос в день',
    numeric: true,
    cell: ({ daily_demand: mean, daily_sigma: sigma, demand_days: days, unmet_qty: unmet }) => (
      <span className="block lg:py-1.5">
        {rounded(mean, 2)}
        <span className="block text-xs text-text-2">
          ± {rounded(sigma, 2)}, дней со спросом: {days}
        </span>
        {unmet > 0 && <span className="block text-xs text-warn">не было предложений: {formatQty(unmet)}</span>}
      </span>
    ),
  },
  {
    id: 'rule',
    header: 'Мин. / макс.',
    numeric: true,
    cell: (row) => (
      <span className="block lg:py-1.5">
        <button
          type="button"
          className="whitespace-nowrap quiet-link"
          aria-label={`${formatQty(row.min_qty)} / ${formatQty(row.max_qty)}: изменить, ${row.product.brand} ${row.product.article}`}
          onClick={() => onRule(row)}
        >
          {formatQty(row.min_qty)} / {formatQty(row.max_qty)}
        </button>
        {row.is_fixed ? (
          <Tag tone="info">Задано</Tag>
        ) : (
          <span className="block text-xs text-text-2">
            страховой {rounded(row.safety_qty, 1)}
            {row.lead_days !== null && `, срок ${row.lead_days} дн.`}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'stock',
    header: 'Свободно и едет',
    numeric: true,
    cell: ({ free_qty, ordered_qty }) => (
      <span className="block lg:py-1.5">
        {formatQty(free_qty)}
        {ordered_qty > 0 && <span className="block text-xs text-text-2">едет {formatQty(ordered_qty)}</span>}
      </span>
    ),
  },
  {
    id: 'proposal',
    header: 'Закупить',
    numeric: true,
    cell: ({ proposed_qty, needed_qty, product }) => (
      <span className="block font-semibold lg:py-1.5">
        {proposed_qty > 0 ? quantity(proposed_qty, product.unit) : '—'}
        {needed_qty > 0 && needed_qty !== proposed_qty && (
          <span className="block text-xs font-normal text-text-2">нужно {formatQty(needed_qty)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'offer',
    header: 'Поставщик',
    width: 'w-1/5',
    cell: ({ offer }) =>
      offer ? (
        <span className="block lg:py-1.5">
          {offer.source.name}
          <span className="block text-xs text-text-2">
            <Money kop={offer.purchase_kop} />
            {offer.multiplicity !== 1 && `, кратно ${formatQty(offer.multiplicity)}`}
            {offer.min_qty > offer.multiplicity && `, от ${formatQty(offer.min_qty)}`}
          </span>
        </span>
      ) : (
        <span className="text-text-2">Нет предложений</span>
      ),
  },
  { id: 'sum', header: 'Сумма', numeric: true, cell: ({ sum_kop }) => sum_kop > 0 && <Money kop={sum_kop} /> },
]
