import type { PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import { IconCopy } from '@tabler/icons-react'
import { day, shortName } from '../../../lib/text/format.ts'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { effectText, scopeText, targetText } from './condition-words.ts'

const LINK = 'text-left quiet-link'

interface Acts {
  /** `null` for read-only access. */
  onOpen: ((condition: PriceConditionTerms) => void) | null
  onCopy: (condition: PriceConditionTerms) => void
}

export const conditionColumns = ({ onOpen, onCopy }: Acts): readonly Column<PriceConditionTerms>[] => [
  {
    id: 'target',
    header: 'На что',
    lead: true,
    opens: true,
    width: 'w-[34%]',
    cell: (condition) => (
      <div className="py-1.5">
        {onOpen ? (
          <button
            type="button"
            className={`font-semibold first-letter:uppercase ${LINK}`}
            onClick={() => onOpen(condition)}
          >
            {targetText(condition)}
          </button>
        ) : (
          <span className="inline-block font-semibold first-letter:uppercase">{targetText(condition)}</span>
        )}
        {condition.product && <p className="text-text-2">{condition.product.name}</p>}
        {condition.note !== '' && <p className="break-words text-text-2">{condition.note}</p>}
      </div>
    ),
  },
  { id: 'scope', header: 'Кому', width: 'w-[22%]', cell: scopeText },
  {
    id: 'effect',
    header: 'Какая цена',
    cell: (condition) => (
      <span className="inline-block whitespace-nowrap first-letter:uppercase">{effectText(condition)}</span>
    ),
  },
  { id: 'period', header: 'Когда', cell: (condition) => <PeriodOf condition={condition} /> },
  {
    id: 'author',
    header: 'Кто изменил',
    cell: ({ author }) => <span className="text-text-2">{shortName(author)}</span>,
  },
  ...(onOpen
    ? [
        {
          id: 'actions',
          header: 'Действия',
          width: 'w-16',
          cell: (condition: PriceConditionTerms) => (
            <IconButton
              size="row"
              label={`Такое же условие: ${targetText(condition)}`}
              title="Такое же условие"
              icon={<IconCopy size={16} />}
              onClick={() => onCopy(condition)}
            />
          ),
        },
      ]
    : []),
]

function PeriodOf({ condition: { valid_from, valid_to, state, overlapped } }: { condition: PriceConditionTerms }) {
  return (
    <div className="flex flex-col items-start gap-0.5 py-1 whitespace-nowrap">
      <span>{valid_to === null ? `с ${day(valid_from)}` : `${day(valid_from)} — ${day(valid_to)}`}</span>
      {state === 'coming' && <Tag tone="info">Начнётся позже</Tag>}
      {state === 'ended' && <Tag tone="neutral">Закончилось</Tag>}
      {overlapped && state !== 'ended' && (
        <Tag tone="warn">
          С {day(overlapped.since)} действует №&nbsp;{overlapped.by}
        </Tag>
      )}
    </div>
  )
}
