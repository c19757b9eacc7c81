import { sql, type Insertable, type Kysely } from 'kysely'
import type { DB } from '../platform/db/index.ts'
import type { DemoParties } from './parties.ts'

/** Group of goods with the words of its rule, and its subgroups. */
interface DemoGroup {
  name: string
  words?: string
  minMarkup?: number
  isExperiment?: true
  children?: readonly DemoGroup[]
}

const GROUPS: readonly DemoGroup[] = [
  {
    name: 'Фильтры',
    isExperiment: true,
    children: [
      { name: 'Масляные', words: 'фильтр масляный' },
      { name: 'Воздушные', words: 'фильтр воздушный' },
      { name: 'Салонные', words: 'фильтр салона' },
      { name: 'Топливные', words: 'фильтр топливный' },
    ],
  },
  {
    name: 'Тормозная система',
    minMarkup: 300,
    children: [
      { name: 'Колодки', words: 'колодки' },
      { name: 'Диски', words: 'диск тормозной' },
    ],
  },
  { name: 'Амортизаторы', words: 'амортизатор' },
  {
    name: 'Ходовая часть',
    children: [
      { name: 'Рычаги и сайлентблоки', words: 'рычаг' },
      { name: 'Стабилизатор', words: 'стабилизатор' },
      { name: 'Шаровые опоры', words: 'шаровая опора' },
      { name: 'Рулевые тяги', words: 'рулевая тяга' },
      { name: 'Ступицы и подшипники', words: 'ступица' },
      { name: 'ШРУСы', words: 'шрус' },
    ],
  },
  {
    name: 'Двигатель',
    children: [
      { name: 'Ремни', words: 'ремень' },
      { name: 'Свечи', words: 'свеча' },
      { name: 'Прокладки', words: 'прокладка' },
      { name: 'Насосы', words: 'насос' },
      { name: 'Радиаторы', words: 'радиатор' },
    ],
  },
  {
    name: 'Электрика',
    children: [
      { name: 'Датчики', words: 'датчик' },
      { name: 'Стартеры', words: 'стартер' },
      { name: 'Генераторы', words: 'генератор' },
      { name: 'Фары', words: 'фара' },
      { name: 'Аккумуляторы', words: 'аккумулятор' },
    ],
  },
  { name: 'Сцепление', words: 'сцепление' },
  { name: 'Масла', words: 'масло моторное' },
]

async function insertGroups(db: Kysely<DB>, groups: readonly DemoGroup[], parentId: number | null): Promise<void> {
  for (const [at, { name, words, minMarkup, isExperiment, children = [] }] of groups.entries()) {
    const { id } = await db
      .insertInto('inventory_groups')
      .values({
        parent_id: parentId,
        name,
        position: at + 1,
        min_markup_hundredths: minMarkup ?? null,
        marking: isExperiment ? 'experiment' : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (words !== undefined)
      await sql`
        insert into inventory_group_rules (group_id, place, words)
        select ${id}::integer, coalesce(max(place), 0) + 1, ${words} from inventory_group_rules`.execute(db)
    await insertGroups(db, children, id)
  }
}

type DemoCondition = Pick<
  Insertable<DB['price_conditions']>,
  'contractor_id' | 'qty_from' | 'effect' | 'percent_hundredths' | 'note'
>

/** Inserts groups of goods and price conditions; products are assigned to groups once the server listens. */
export async function insertPriceRules(db: Kysely<DB>, parties: DemoParties): Promise<void> {
  await insertGroups(db, GROUPS, null)
  await sql`update inventory_group_work set asked = asked + 1`.execute(db)
  const manager = { actor_id: parties.managerId, subject_id: parties.managerId }
  const byBrand: [brand: string, condition: DemoCondition][] = [
    ['MANN-FILTER', { qty_from: 10, effect: 'discount', percent_hundredths: 500, note: 'Скидка за упаковку' }],
    ['TRW', { contractor_id: parties.contractorIds[0] ?? null, effect: 'markup', percent_hundredths: 1500, note: '' }],
  ]
  for (const [brand, condition] of byBrand) {
    const { id } = await db.selectFrom('brands').select('id').where('name', '=', brand).executeTakeFirstOrThrow()
    await db
      .insertInto('price_conditions')
      .values({ ...condition, ...manager, brand_id: id, valid_from: '2026-01-01' })
      .execute()
  }
}
