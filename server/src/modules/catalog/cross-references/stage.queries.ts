import type { Sql, SqlTransaction } from '../../../platform/db/index.ts'
import { CROSS_REFERENCE_COPY_COLUMNS } from './cross-reference-events.ts'

/** Brands that a spelling of the file may mean, most likely first. */
export interface MeantBrand {
  number: number
  written: string
  ids: readonly number[]
}

/** Creates temporary tables of this transaction: they are unlogged and disappear with a killed import. */
export async function createFileTable(sql: Sql): Promise<void> {
  await sql`set local work_mem = '128MB'`
  await sql`
    create temp table cross_file (
      row_number integer not null, brand_number integer, article text not null, article_key text not null,
      other_brand_number integer, other_article text not null, other_key text not null, kind text not null,
      reliability text not null, reason text
    ) on commit drop`
}

/** Fills the file's table with rows in COPY text format. */
export const copyFileRows = (tx: SqlTransaction, rows: AsyncIterable<Uint8Array>): Promise<void> =>
  tx.copy(`copy cross_file (${CROSS_REFERENCE_COPY_COLUMNS.join(', ')}) from stdin`, rows)

export async function stageBrands(sql: Sql, brands: readonly MeantBrand[]): Promise<void> {
  await sql`
    create temp table cross_brands on commit drop as
    select * from unnest(${brands.map((brand) => brand.number)}::integer[],
      ${brands.map((brand) => brand.written)}::text[]) as brand (number, written)`
  const meant = brands.flatMap(({ number, ids }) => ids.map((id, rank) => ({ number, id, rank })))
  await sql`
    create temp table cross_meant on commit drop as
    select * from unnest(${meant.map((one) => one.number)}::integer[], ${meant.map((one) => one.id)}::integer[],
      ${meant.map((one) => one.rank)}::integer[]) as meant (number, brand_id, rank)`
  await sql`analyze cross_brands`
  await sql`analyze cross_meant`
}

/** Finds the product of each pair of brand and article: of the most likely brand, and with an equal spelling. */
export async function matchProducts(sql: Sql): Promise<void> {
  await sql`
    create temp table cross_goods on commit drop as
    select brand_number, article, article_key from cross_file where reason is null
    union
    select other_brand_number, other_article, other_key from cross_file where reason is null`
  await sql`analyze cross_goods`
  await sql`
    create temp table cross_matched on commit drop as
    select distinct on (goods.brand_number, goods.article) goods.brand_number, goods.article, product.id as product_id
    from cross_goods goods
    join cross_meant meant on meant.number = goods.brand_number
    join products product on product.article_key = goods.article_key and product.brand_id = meant.brand_id
    order by goods.brand_number, goods.article, meant.rank, product.article = goods.article desc, product.id`
  await sql`analyze cross_matched`
}

/** Determines the outcome of each row: a new or existing cross reference, an unknown article, or a refusal. */
export async function classifyRows(sql: Sql): Promise<void> {
  await sql`
    create temp table cross_judged on commit drop as
    with meant as (
      select file.*, one_meant.brand_id, other_meant.brand_id as other_brand_id, one.product_id,
        other.product_id as related_product_id, one_brand.written as brand, other_brand.written as other_brand
      from cross_file file
      left join cross_brands one_brand on one_brand.number = file.brand_number
      left join cross_brands other_brand on other_brand.number = file.other_brand_number
      left join cross_meant one_meant on one_meant.number = file.brand_number and one_meant.rank = 0
      left join cross_meant other_meant on other_meant.number = file.other_brand_number and other_meant.rank = 0
      left join cross_matched one on one.brand_number = file.brand_number and one.article = file.article
      left join cross_matched other
        on other.brand_number = file.other_brand_number and other.article = file.other_article
    ), placed as (
      select *, case when reason is null and product_id is not null and related_product_id is not null then
        first_value(row_number) over (
          partition by least(product_id, related_product_id), greatest(product_id, related_product_id), reason is null order by row_number
        ) end as first_row
      from meant
    ), reasoned as (
      select *, case
        when reason is not null then reason
        when brand_id is null then 'Неизвестный производитель: ' || brand
        when other_brand_id is null then 'Аналог: неизвестный производитель: ' || other_brand
        when product_id = related_product_id then 'Деталь указана аналогом самой себе'
        when first_row < row_number then 'Повтор строки ' || first_row
      end as refusal
      from placed
    )
    select row_number, brand, article, other_brand, other_article, kind, reliability, brand_id, product_id,
      other_brand_id, related_product_id,
      case
        when refusal is not null then 'refused'
        when product_id is null or related_product_id is null then 'unknown'
        when exists (select from cross_references where cross_references.product_id = reasoned.product_id
          and cross_references.related_product_id = reasoned.related_product_id) then 'known'
        when exists (select from cross_references where cross_references.product_id = reasoned.related_product_id
          and cross_references.related_product_id = reasoned.product_id) then 'known'
        else 'new'
      end as state,
      case
        when refusal is not null then refusal
        when product_id is null then 'Артикула нет в каталоге'
        when related_product_id is null then 'Артикула аналога нет в каталоге'
      end as reason
    from reasoned`
}

export interface Counts {
  new: number
  known: number
  unknown: number
  refused: number
}

export async function countStates(sql: Sql): Promise<Counts> {
  const rows = await sql<{ state: keyof Counts; count: number }[]>`
    select state, count(*) as count from cross_judged group by state`
  return { new: 0, known: 0, unknown: 0, refused: 0, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) }
}

export interface NewCrossReferenceImport {
  fileName: string
  source: string
  rows: number
  counts: Counts
  actorId: number
  subjectId: number
  at: Date
}

/** Stores the data for applying the import; existing cross references are only counted. */
export async function saveImport(
  sql: Sql,
  { fileName, source, rows, counts, actorId, subjectId, at }: NewCrossReferenceImport,
) {
  const [saved] = await sql<{ id: number }[]>`
    insert into cross_reference_imports (file_name, source, rows_count, new_count, known_count, unknown_count, refused_count,
      actor_id, subject_id, created_at)
    values (${fileName}, ${source}, ${rows}, ${counts.new}, ${counts.known}, ${counts.unknown}, ${counts.refused},
      ${actorId}, ${subjectId}, ${at}) returning id`
  const id = saved?.id ?? 0
  await sql`
    insert into cross_reference_import_rows (import_id, row_number, state, reason, brand, article, other_brand, other_article,
      kind, reliability, brand_id, product_id, other_brand_id, related_product_id)
    select ${id}, row_number, state, reason, case when state = 'new' then '' else coalesce(brand, '') end,
      case when state = 'new' then '' else article end,
      case when state = 'new' then '' else coalesce(other_brand, '') end,
      case when state = 'new' then '' else other_article end, kind, reliability, brand_id, product_id, other_brand_id,
      related_product_id
    from cross_judged where state <> 'known' order by row_number`
  return id
}
