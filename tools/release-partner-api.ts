import { writeFileSync } from 'node:fs'
import { buildPartnerDocument } from '../server/src/modules/integrations/partner-api/openapi-document.ts'
import { generatePartnerTypes, PARTNER_DOCUMENT, PARTNER_TYPES } from './partner-types.ts'

/**
 * Stores the document of the partner API as released, with the types of the client library: from now on, nothing in it
 * is removed or changed.
 */
const document = buildPartnerDocument('Артикул', 'https://portal.example.ru')
writeFileSync(PARTNER_DOCUMENT, `${JSON.stringify(document, null, 1)}\n`)
writeFileSync(PARTNER_TYPES, await generatePartnerTypes())
