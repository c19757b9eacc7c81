import type { Document, Schema } from './openapi.ts'

export interface FieldRow {
  /** `lines[].product.code` */
  path: string
  type: string
  required: boolean
  description: string
}

const DEPTH = 6

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && document.components?.schemas?.[name]) || schema
}

function limits(schema: Schema): string {
  const parts = [
    schema.minLength !== undefined && `от ${schema.minLength} зн.`,
    schema.maxLength !== undefined && `до ${schema.maxLength} зн.`,
    schema.format,
  ]
  return parts.filter(Boolean).join(', ')
}

export function typeText(document: Document, given: Schema): string {
  const schema = resolve(document, given)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map((item) => typeText(document, item)))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `${typeText(document, schema.items)}[]`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'любое')
  const more = limits(schema)
  return more ? `${type} (${more})` : type
}

interface Holder {
  schema: Schema
  suffix: string
}

/** Returns the objects inside a list, a nullable or a union, whose fields are listed. */
function objectsOf(document: Document, given: Schema): Holder[] {
  const schema = resolve(document, given)
  if (schema.properties) return [{ schema, suffix: '' }]
  if (schema.items) return objectsOf(document, schema.items).map((inner) => ({ ...inner, suffix: `[]${inner.suffix}` }))
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).flatMap((item) => objectsOf(document, item))
}

/** Merges the fields of alternative objects: a field is required when all of them require it. */
function merged(objects: readonly FieldRow[][]): FieldRow[] {
  const byPath = Map.groupBy(objects.flat(), ({ path }) => path)
  return [...byPath.values()].map((rows) => ({
    path: rows[0]?.path ?? '',
    type: [...new Set(rows.map(({ type }) => type))].join(' | '),
    required: rows.length === objects.length && rows.every(({ required }) => required),
    description: rows.find(({ description }) => description !== '')?.description ?? '',
  }))
}

/** Flattens the fields of a body or reply into one list. */
export function fieldRows(document: Document, given: Schema, prefix = '', depth = 0): FieldRow[] {
  if (depth > DEPTH) return []
  const objects = objectsOf(document, given).map(({ schema, suffix }) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const base = `${prefix}${suffix}`
      const path = base ? `${base}.${name}` : name
      const row: FieldRow = {
        path,
        type: objectsOf(document, field).length > 0 ? nestedType(document, field) : typeText(document, field),
        required: schema.required?.includes(name) ?? false,
        description: resolve(document, field).description ?? '',
      }
      return [row, ...fieldRows(document, field, path, depth + 1)]
    }),
  )
  return merged(objects)
}

const nestedType = (document: Document, field: Schema) =>
  resolve(document, field).items ? 'список объектов' : 'объект'
