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

/** The object behind a list or a nullable, whose fields are worth naming. */
function objectOf(document: Document, given: Schema): { schema: Schema; suffix: string } | null {
  const schema = resolve(document, given)
  if (schema.properties) return { schema, suffix: '' }
  if (schema.items) {
    const inner = objectOf(document, schema.items)
    return inner && { schema: inner.schema, suffix: `[]${inner.suffix}` }
  }
  for (const item of schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) {
    const inner = objectOf(document, item)
    if (inner) return inner
  }
  return null
}

/** Every field of a body or reply as one flat list. */
export function fieldRows(document: Document, given: Schema, prefix = '', depth = 0): FieldRow[] {
  const object = objectOf(document, given)
  if (!object || depth > DEPTH) return []
  const base = `${prefix}${object.suffix}`
  return Object.entries(object.schema.properties ?? {}).flatMap(([name, field]) => {
    const path = base ? `${base}.${name}` : name
    const row: FieldRow = {
      path,
      type: objectOf(document, field) ? nestedType(document, field) : typeText(document, field),
      required: object.schema.required?.includes(name) ?? false,
      description: resolve(document, field).description ?? '',
    }
    return [row, ...fieldRows(document, field, path, depth + 1)]
  })
}

const nestedType = (document: Document, field: Schema) =>
  resolve(document, field).items ? 'список объектов' : 'объект'
