import { writeFileSync } from 'node:fs'
import { buildPartnerDocument } from '../server/src/modules/integrations/partner-api/openapi-document.ts'

/** Stores the document of the partner API as released: from now on, nothing in it is removed or changed. */
const document = buildPartnerDocument('Артикул', 'https://portal.example.ru')
writeFileSync('docs/partner-api.json', `${JSON.stringify(document, null, 1)}\n`)
