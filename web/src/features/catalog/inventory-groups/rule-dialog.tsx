import {
  MAX_MATCHED_PRODUCTS,
  RuleFields,
  inventoryGroupRoutes,
  type GroupRule,
  type InventoryGroup,
} from '@artikul/contract/catalog/inventory-groups'
import { counted } from '@artikul/contract/core/plural'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery, useMutation, keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { messageOf } from '../../../lib/api/api-error.ts'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { Article } from '../../../ui/text/article.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { LookupField, type LookupResult } from '../../../ui/fields/lookup-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { GROUP_KEYS } from './groups.api.ts'

interface Props {
  group: InventoryGroup
  /** `null` for a new rule. */
  rule: GroupRule | null
  onClose: () => void
}

const brandOf = (rule: GroupRule | null): LookupResult | null =>
  rule?.brand_id ? { id: rule.brand_id, name: rule.brand ?? '' } : null

const Body = z.object({ rule: RuleFields })

/** Form of a rule with a preview of the products that it matches. */
export function RuleDialog({ group, rule, onClose }: Props) {
  const { draft, errors, field, isDirty, checked, refuse } = useForm({
    defaultValues: {
      brand: brandOf(rule),
      mask: rule?.article_mask ?? '',
      words: rule?.words ?? '',
    },
    paths: { brand: ['rule.brand_id', 'rule.words'], mask: ['rule.article_mask', 'rule.words'], words: 'rule.words' },
  })
  const { brand, mask, words } = draft
  const save = useMutation({
    mutationFn: (body: z.output<typeof Body>): Promise<unknown> =>
      rule
        ? call(inventoryGroupRoutes.updateRule, { params: { id: rule.id }, body })
        : call(inventoryGroupRoutes.createRule, { body: { group_id: group.id, ...body } }),
    onSettled: useInvalidate(...GROUP_KEYS),
  })
  const submit = () => {
    const body = checked(Body, { rule: { brand_id: brand?.id ?? null, article_mask: mask, words } })
    if (!body) return
    save.mutate(body, {
      onSuccess: () => {
        const detail = 'Товары переходят в группу: это займёт немного времени'
        toast({ severity: 'success', summary: rule ? 'Правило изменено' : 'Правило добавлено', detail })
        onClose()
      },
      onError: (error) => refuse(error),
    })
  }
  return (
    <FormDialog
      side
      title={rule ? 'Правило' : `Новое правило группы «${group.name}»`}
      label="Правило"
      submit={rule ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
      below={<Caught brandId={brand?.id ?? null} mask={mask} words={words} />}
    >
      <LookupField lookUp={targetsQuery('brand')} label="Бренд" placeholder="Любой" {...field('brand')} />
      <TextField
        label="Маска артикула"
        hint="Звёздочка — любые знаки, вопрос — один: W9*, 0986?58*. Дефисы и пробелы не важны."
        maxLength={60}
        {...field('mask')}
      />
      <TextField
        label="Слова в названии"
        hint="Все сразу, в любой форме: масло моторное 5w"
        maxLength={100}
        {...field('words')}
      />
    </FormDialog>
  )
}

const PAUSE_MS = 400

const countText = (count: number) =>
  count > MAX_MATCHED_PRODUCTS
    ? `Поймает больше ${formatQty(MAX_MATCHED_PRODUCTS)} товаров`
    : `Поймает ${counted(count, 'товар', 'товара', 'товаров')}`

/** Products that the typed rule would match. */
function Caught({ brandId, mask, words }: { brandId: number | null; mask: string; words: string }) {
  const typed = useDebouncedValue(JSON.stringify({ brand_id: brandId, article_mask: mask, words }), PAUSE_MS)
  const parsed = RuleFields.safeParse(JSON.parse(typed))
  const { data, error, isPlaceholderData } = useQuery(
    query(
      inventoryGroupRoutes.preview,
      { body: { rule: parsed.data ?? { brand_id: null, article_mask: '', words: '' } } },
      { enabled: parsed.success, placeholderData: keepPreviousData },
    ),
  )
  if (!parsed.success) return null
  if (!data) return <p className="mt-4 text-sm text-text-2">{error ? messageOf(error) : 'Считаем товары…'}</p>
  return (
    <section className={isPlaceholderData ? 'mt-4 opacity-60' : 'mt-4'}>
      <p role="status" className="font-medium">
        {countText(data.count)}
      </p>
      <ul className="mt-1 text-sm">
        {data.results.map(({ product, group }) => (
          <li key={product.id} className="flex justify-between gap-3 border-b border-hairline py-1.5 last:border-0">
            <span className="min-w-0">
              <span className="font-medium">{product.brand}</span> <Article>{product.article}</Article>
              <span className="block truncate text-text-2">{product.name}</span>
            </span>
            <span className="flex-none text-text-2">{group ?? 'без группы'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
