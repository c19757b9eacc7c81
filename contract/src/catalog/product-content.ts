import { z } from 'zod'
import { Empty, Id, IdParams, listOf, Moment, pageQuery, PathId, requiredText, text } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { PhotoHash, PhotoSize, ProductPhoto } from './product-photos.ts'

export const MAX_PHOTO_BYTES = 20 * 1024 * 1024
export const MAX_PHOTOS = 20
export const PHOTO_ARCHIVE_BYTES = 4 * 1024 ** 3
/** Most files of one archive of photos. */
export const MAX_ARCHIVE_PHOTOS = 60_000
export const MAX_PROPERTIES = 60
/** Most rows of one table of properties. */
export const MAX_PROPERTY_ROWS = 100_000

/** Property of a product: «Вязкость», «5W-40», without a unit. */
export const ProductProperty = z.strictObject({ name: requiredText(60), value: requiredText(200), unit: text(20) })
export type ProductProperty = z.infer<typeof ProductProperty>

const Properties = z
  .array(ProductProperty)
  .max(MAX_PROPERTIES, `Не больше ${MAX_PROPERTIES} свойств`)
  .superRefine((properties, context) => {
    const names = new Set<string>()
    properties.forEach(({ name }, at) => {
      const key = name.toLowerCase()
      if (names.has(key))
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'Такое свойство уже есть в списке' })
      names.add(key)
    })
  })

/** Kinds of uploaded files. */
export const ContentKind = z.enum(['photos', 'properties'])
export type ContentKind = z.infer<typeof ContentKind>
export const CONTENT_KINDS = { photos: 'Фото', properties: 'Свойства', price_list: 'Фото из прайс-листа' } as const

export const CONTENT_IMPORT_STATES = {
  queued: 'В очереди',
  running: 'Загружается',
  done: 'Загружено',
  failed: 'Не загружено',
} as const
export const ContentImportState = z.enum(keysOf(CONTENT_IMPORT_STATES))

export const ContentImport = z.object({
  id: Id,
  kind: z.enum(keysOf(CONTENT_KINDS)),
  file_name: z.string(),
  state: ContentImportState,
  /** Files of the archive or rows of the table, and how many of them have been processed. */
  total_count: z.int(),
  processed_count: z.int(),
  /** Photos or properties that were added or changed, and the number of their products. */
  saved_count: z.int(),
  products_count: z.int(),
  /** Photos or properties that were there already. */
  known_count: z.int(),
  /** Files or rows that are in the report. */
  refused_count: z.int(),
  /** Reason why nothing more was imported; empty without a failure. */
  failure: z.string(),
  /** `null` for the photos of a price list that came by itself. */
  author: z.string().nullable(),
  created_at: Moment,
  ended_at: Moment.nullable(),
})
export type ContentImport = z.infer<typeof ContentImport>

export const contentReportName = (fileName: string) => `Не принято — ${fileName.replace(/\.[a-z]{2,5}$/i, '')}.csv`

const PRODUCT = '/api/v1/products/:id'
const PhotoParams = z.strictObject({ id: PathId, photo_id: PathId })
const IMPORTS = '/api/v1/product-content-imports'

export const productContentRoutes = defineRoutes({
  photo: {
    method: 'GET',
    path: '/api/v1/product-photos/:hash/:size',
    summary: 'Фото товара: уменьшенное или крупное',
    // Pictures load without a token; their address cannot be guessed without the picture itself.
    access: 'public',
    params: z.strictObject({ hash: PhotoHash, size: PhotoSize }),
    reply: FILE,
  },
  addPhoto: {
    method: 'POST',
    path: `${PRODUCT}/photos`,
    summary: 'Новое фото товара',
    access: 'catalog:manage',
    params: IdParams,
    query: z.strictObject({ licence: text(200).optional() }),
    upload: MAX_PHOTO_BYTES,
    reply: ProductPhoto,
    status: 201,
  },
  addPhotoByUrl: {
    method: 'POST',
    path: `${PRODUCT}/photos/by_url`,
    summary: 'Новое фото товара по ссылке: портал скачивает его',
    access: 'catalog:manage',
    params: IdParams,
    body: z.strictObject({ url: requiredText(1000), licence: text(200) }),
    example: { url: 'https://example.ru/photo.jpg', licence: '' },
    reply: ProductPhoto,
    status: 201,
  },
  makePhotoFirst: {
    method: 'POST',
    path: `${PRODUCT}/photos/:photo_id/first`,
    summary: 'Фото становится главным: его видно в поиске',
    access: 'catalog:manage',
    params: PhotoParams,
    body: z.strictObject({}),
    reply: Empty,
  },
  removePhoto: {
    method: 'DELETE',
    path: `${PRODUCT}/photos/:photo_id`,
    summary: 'Удаление фото товара',
    access: 'catalog:manage',
    params: PhotoParams,
    reply: Empty,
  },
  setProperties: {
    method: 'POST',
    path: `${PRODUCT}/properties`,
    summary: 'Свойства товара целиком, в их порядке',
    access: 'catalog:manage',
    params: IdParams,
    body: z.strictObject({
      /** The list as it was displayed: a change made meanwhile is not overwritten. */
      before: z.array(ProductProperty).max(1000),
      properties: Properties,
    }),
    example: { before: [], properties: [{ name: 'Вязкость', value: '5W-40', unit: '' }] },
    reply: z.object({ properties: z.array(ProductProperty) }),
  },
  imports: {
    method: 'GET',
    path: IMPORTS,
    summary: 'Загрузки фото и свойств, новые сверху',
    access: 'catalog:manage',
    query: z.strictObject(pageQuery),
    reply: listOf(ContentImport),
  },
  upload: {
    method: 'POST',
    path: IMPORTS,
    summary: 'Архив ZIP с фото или таблица свойств и ссылок на фото: загружается в фоне',
    access: 'catalog:manage',
    query: z.strictObject({
      kind: ContentKind,
      name: requiredText(200),
      licence: text(200).optional(),
    }),
    upload: PHOTO_ARCHIVE_BYTES,
    reply: ContentImport,
    status: 201,
  },
  import: {
    method: 'GET',
    path: `${IMPORTS}/:id`,
    summary: 'Ход загрузки фото или свойств',
    access: 'catalog:manage',
    params: IdParams,
    reply: ContentImport,
  },
  report: {
    method: 'GET',
    path: `${IMPORTS}/:id/refused.csv`,
    summary: 'Файлы и строки, которые не приняты, с причинами',
    access: 'catalog:manage',
    params: IdParams,
    reply: FILE,
  },
})
