import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

const ROOT = join(import.meta.dirname, '..')

export const PARTNER_DOCUMENT: string = join(ROOT, 'docs/partner-api.json')
export const PARTNER_TYPES: string = join(ROOT, 'client/src/generated-schema.ts')

/** Generates the types of the client library from the released document of the partner API. */
export async function generatePartnerTypes(): Promise<string> {
  // The text of a document, as openapi-typescript accepts it.
  const nodes = await openapiTS(readFileSync(PARTNER_DOCUMENT, 'utf8'), { defaultNonNullable: false })
  return `// Generated from docs/partner-api.json by \`npm run partner-api:release\`.\n${astToString(nodes)}`
}
